package dev.flamegate.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The processes of a gate that live on after their start: targets, load generators, builds. They end with the gate; of
 * a gate that is killed, with the next one, since they are noted in a file. A process is known by its id and its start
 * time together, as ids are used again.
 *
 * <p>A gate may be killed after a process began to run and before its id is noted. So a mark is noted first, which the
 * process carries in its environment: where {@code /proc} shows it, such a process is found by it.
 */
public final class Children implements AutoCloseable {
    /** The variable with the mark, of one length: the size of an environment moves what follows it in memory. */
    private static final String MARK = "FLAMEGATE_START";

    /** A mark in a note, as it stands in the environment. */
    private static final Pattern STARTING = Pattern.compile(MARK + "=[0-9a-f-]{36}");

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

    public ChildEnvironment environment() {
        return environment;
    }

    /**
     * Starts a process and notes it in the file.
     *
     * @throws IOException when it cannot be started or noted; it is not running then
     * @throws CloseableRegistry.Closed when the gate ends; it is not running then
     */
    public Process start(ProcessBuilder builder) throws IOException {
        return running.start(() -> started(builder), process -> ProcessTree.end(process.toHandle()));
    }

    private synchronized Process started(ProcessBuilder builder) throws IOException {
        String mark = UUID.randomUUID().toString();
        builder.environment().put(MARK, mark);
        try {
            append(MARK + "=" + mark + "\n");
        } catch (IOException e) {
            throw unnoted(e);
        }
        Process process = builder.start();
        try {
            append(line(process.toHandle()));
            return process;
        } catch (IOException e) {
            ProcessTree.end(process.toHandle());
            throw unnoted(e);
        }
    }

    private void append(String line) throws IOException {
        Files.writeString(note, line, StandardOpenOption.APPEND);
    }

    private IOException unnoted(IOException cause) {
        return new IOException("it cannot be noted in " + note + ": " + cause.getMessage(), cause);
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
                    endUnnoted(lines);
                    Files.deleteIfExists(note);
                }
            }
        }
    }

    /** Ends the processes that carry the last line of a note, if that is a mark without a noted process. */
    private static void endUnnoted(List<String> lines) {
        String last = lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        if (STARTING.matcher(last).matches()) {
            ProcessHandle.allProcesses()
                    .filter(process -> environment(process).contains(last))
                    .forEach(ProcessTree::end);
        }
    }

    /** The variables of a process, {@code NAME=value} each; none where the system does not show them. */
    private static List<String> environment(ProcessHandle process) {
        try {
            byte[] variables = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "environ"));
            return List.of(new String(variables, StandardCharsets.UTF_8).split("\0", -1));
        } catch (IOException e) {
            return List.of(); // it has ended, is somebody else's, or there is no /proc
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
