package dev.flamegate.targets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The processes a gate has started, noted in a file beside the history, so that the next gate can end what a killed
 * one left running. A process is known by its id and its start time together: ids are used again.
 */
public final class Children implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** Start times are known to a clock tick. */
    private static final long TOLERANCE_MILLIS = 1500;

    private final Path note;
    private final List<ProcessHandle> running = new ArrayList<>();

    private Children(Path note) {
        this.note = note;
    }

    /**
     * Begins a note in a folder of notes, after ending what dead gates noted there.
     *
     * @throws TargetFailed when the folder cannot be written
     */
    public static Children in(Path folder) {
        try {
            Files.createDirectories(folder);
            sweep(folder);
            ProcessHandle me = ProcessHandle.current();
            Path note = folder.resolve("gate-" + me.pid() + ".txt");
            Files.writeString(note, line(me), StandardCharsets.UTF_8);
            return new Children(note);
        } catch (IOException e) {
            throw new TargetFailed("the processes started cannot be noted in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Notes a process just started. */
    public synchronized void add(ProcessHandle child) {
        running.add(child);
        try {
            Files.writeString(note, line(child), StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new TargetFailed("a process started cannot be noted in " + note + ": " + e.getMessage(), e);
        }
    }

    /** Ends a process and its descendants: asks first, forces after a while. */
    public static void end(ProcessHandle process) {
        List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
        all.add(process);
        all.forEach(ProcessHandle::destroy);
        Instant deadline = Instant.now().plus(PATIENCE);
        for (ProcessHandle one : all) {
            long left = Math.max(1, Duration.between(Instant.now(), deadline).toMillis());
            try {
                one.onExit().get(left, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                one.destroyForcibly();
            } catch (Exception e) {
                one.destroyForcibly();
            }
        }
    }

    /** Ends whatever still runs, and removes the note. */
    @Override
    public synchronized void close() {
        running.stream().filter(ProcessHandle::isAlive).forEach(Children::end);
        running.clear();
        try {
            Files.deleteIfExists(note);
        } catch (IOException e) {
            // The next gate finds no process of it alive and removes it.
            note.toFile().deleteOnExit();
        }
    }

    private static void sweep(Path folder) throws IOException {
        try (Stream<Path> notes = Files.list(folder)) {
            for (Path note :
                    notes.filter(file -> file.toString().endsWith(".txt")).toList()) {
                List<String> lines = Files.readAllLines(note);
                if (lines.isEmpty() || find(lines.get(0)).isEmpty()) {
                    lines.stream().skip(1).flatMap(line -> find(line).stream()).forEach(Children::end);
                    Files.deleteIfExists(note);
                }
            }
        }
    }

    private static String line(ProcessHandle process) {
        return process.pid() + " " + startMillis(process) + "\n";
    }

    private static Optional<ProcessHandle> find(String line) {
        String[] parts = line.split(" ");
        if (parts.length != 2 || !line.matches("\\d+ -?\\d+")) {
            return Optional.empty();
        }
        long started = Long.parseLong(parts[1]);
        return ProcessHandle.of(Long.parseLong(parts[0]))
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(startMillis(process) - started) < TOLERANCE_MILLIS);
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
    }
}
