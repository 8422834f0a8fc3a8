package dev.flamegate.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Short-lived programs. */
final class Commands {
    private static final int MOST_BYTES = 1 << 16;

    private Commands() {}

    /**
     * What a program did.
     *
     * @param code its exit code; -1 when it was ended for taking too long
     * @param text the beginning of its output, errors included
     */
    record Ended(int code, String text) {
        boolean isOk() {
            return code == 0;
        }

        /** The first line that is not empty. */
        String firstLine() {
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .findFirst()
                    .orElse("")
                    .strip();
        }
    }

    /**
     * Runs a program to its end, or to the limit, when it is killed.
     *
     * @param folder to run it in; {@code null} for this process's own
     * @param environment added to this process's
     * @throws IOException when it cannot be started
     */
    static Ended run(List<String> command, @Nullable Path folder, Map<String, String> environment, Duration limit)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("flamegate-doctor-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder == null ? null : folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        @Nullable Process process = null;
        try {
            process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Ended(ended ? process.exitValue() : -1, beginning(output));
        } finally {
            if (process != null) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            Files.deleteIfExists(output);
        }
    }

    /** A program by its name on the search path. */
    static Optional<Path> find(String name, Map<String, String> environment) {
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            for (String ending : List.of("", ".exe", ".cmd", ".bat")) {
                Path file = folder.isEmpty() ? null : Path.of(folder, name + ending);
                if (file != null && Files.isRegularFile(file) && Files.isExecutable(file)) {
                    return Optional.of(file);
                }
            }
        }
        return Optional.empty();
    }

    private static String beginning(Path output) throws IOException {
        try (var in = Files.newInputStream(output)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        }
    }
}
