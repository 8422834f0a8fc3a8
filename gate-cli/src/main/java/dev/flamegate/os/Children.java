package dev.flamegate.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The processes of a gate that live on after their start: targets, load generators, builds. They end with the gate; of a
 * gate that is killed, with the next one, since they are noted in a file. A process is known by its id and its start
 * time together, as ids are used again.
 */
public final class Children implements AutoCloseable {
    private final Path note;
    private final ChildEnvironment environment;
    private final CloseableRegistry running = new CloseableRegistry();

    private Children(Path note, ChildEnvironment environment) {
        this.note = note;
        this.environment = environment;
    }

    /**
     * Begins a note in a folder of notes, after ending what dead gates noted there.
     *
     * @param environment of every program started here
     * @throws IOException when the folder cannot be written
     */
    public static Children in(Path folder, ChildEnvironment environment) throws IOException {
        Files.createDirectories(folder);
        sweep(folder);
        ProcessHandle me = ProcessHandle.current();
        Path note = folder.resolve("gate-" + me.pid() + ".txt");
        Files.writeString(note, line(me));
        return new Children(note, environment);
    }

    /** A program to {@link #start}, with the variables that are passed on. */
    public ProcessBuilder program(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().putAll(environment.variables());
        return builder;
    }

    /** The variables that programs get. */
    public ChildEnvironment environment() {
        return environment;
    }

    /**
     * Starts a process and notes it.
     *
     * @throws IOException when it cannot be started or noted; it is not running then
     * @throws CloseableRegistry.Closed when the gate ends; it is not running then
     */
    public Process start(ProcessBuilder builder) throws IOException {
        return running.start(() -> started(builder), process -> ProcessTree.end(process.toHandle()));
    }

    private synchronized Process started(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        try {
            Files.writeString(note, line(process.toHandle()), StandardOpenOption.APPEND);
            return process;
        } catch (IOException e) {
            ProcessTree.end(process.toHandle());
            throw new IOException("it cannot be noted in " + note + ": " + e.getMessage(), e);
        }
    }

    /** Ends a process that was started here, and its descendants: asks first, kills after a while. */
    public void end(Process process) {
        ProcessTree.end(process.toHandle());
        running.release(process);
    }

    /** Ends whatever still runs, prevents further starts, and removes the note. */
    @Override
    public void close() {
        running.close();
        try {
            Files.deleteIfExists(note);
        } catch (IOException e) {
            // The next gate finds none of its processes alive and removes it.
            note.toFile().deleteOnExit();
        }
    }

    private static void sweep(Path folder) throws IOException {
        try (Stream<Path> notes = Files.list(folder)) {
            for (Path note :
                    notes.filter(file -> file.toString().endsWith(".txt")).toList()) {
                List<String> lines = Files.readAllLines(note);
                if (lines.isEmpty() || find(lines.get(0)).isEmpty()) {
                    lines.stream().skip(1).flatMap(line -> find(line).stream()).forEach(ProcessTree::end);
                    Files.deleteIfExists(note);
                }
            }
        }
    }

    private static String line(ProcessHandle process) {
        return process.pid() + " " + ProcessTree.startMillis(process) + "\n";
    }

    private static Optional<ProcessHandle> find(String line) {
        String[] parts = line.split(" ");
        return line.matches("\\d{1,18} -?\\d{1,18}")
                ? ProcessTree.find(Long.parseLong(parts[0]), Long.parseLong(parts[1]))
                : Optional.empty();
    }
}
