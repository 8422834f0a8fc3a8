package dev.flamegate.store.remote;

import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bare repository of our own in a temporary folder. No command of it runs in the user's checkout, whose working tree,
 * index, branches and configuration stay as they are.
 */
final class GitRepository implements AutoCloseable {
    private static final int MOST_SECONDS = 300;

    /** Variables that would lead a command to another repository. */
    private static final List<String> ELSEWHERE = List.of(
            "GIT_DIR",
            "GIT_WORK_TREE",
            "GIT_INDEX_FILE",
            "GIT_OBJECT_DIRECTORY",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES",
            "GIT_COMMON_DIR",
            "GIT_NAMESPACE",
            "GIT_PREFIX",
            "GIT_QUARANTINE_PATH");

    /**
     * How a command ended.
     *
     * @param output file with what it said
     * @param error what it said on its error stream, passwords in URLs left out
     */
    record Ended(int code, Path output, String error) {
        String text() {
            try {
                return Files.readString(output).strip();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private int commands;

    /** An empty repository with settings of its own, which are written nowhere. */
    GitRepository(Map<String, String> environment, List<Map.Entry<String, String>> settings)
            throws InterruptedException {
        this.environment.putAll(environment);
        ELSEWHERE.forEach(this.environment::remove);
        this.environment.put("LC_ALL", "C");
        this.environment.put("GIT_TERMINAL_PROMPT", "0");
        int count = Integer.parseInt(environment.getOrDefault("GIT_CONFIG_COUNT", "0"));
        for (Map.Entry<String, String> setting : settings) {
            this.environment.put("GIT_CONFIG_KEY_" + count, setting.getKey());
            this.environment.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
            count++;
        }
        this.environment.put("GIT_CONFIG_COUNT", String.valueOf(count));
        try {
            folder = Files.createTempDirectory("flamegate-history-");
        } catch (IOException e) {
            throw new StoreFailed("no temporary folder for git: " + e, e);
        }
        run(null, "init", "--quiet", "--bare", ".");
    }

    /** Sets a variable for the commands that follow. */
    void set(String variable, String value) {
        environment.put(variable, value);
    }

    Path folder() {
        return folder;
    }

    /**
     * What a command says.
     *
     * @param input for it; {@code null} for none
     * @throws StoreFailed with its words when it fails
     */
    String run(byte @Nullable [] input, String... arguments) throws InterruptedException {
        Ended ended = end(input, arguments);
        if (ended.code() != 0) {
            throw new StoreFailed("git " + arguments[0] + " failed: " + ended.error());
        }
        return ended.text();
    }

    /** Runs a command to its end, whatever that is. */
    Ended end(byte @Nullable [] input, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        int number = ++commands;
        Path in = folder.resolve("flamegate-" + number + ".in");
        Path out = folder.resolve("flamegate-" + number + ".out");
        Path error = folder.resolve("flamegate-" + number + ".err");
        try {
            Files.write(in, input == null ? new byte[0] : input);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(in.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(error.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            try {
                if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                    throw new StoreFailed("git " + arguments[0] + " did not end within " + MOST_SECONDS + " s");
                }
            } finally {
                process.descendants().forEach(ProcessHandle::destroy);
                process.destroy();
            }
            return new Ended(process.exitValue(), out, withoutPasswords(Files.readAllBytes(error)));
        } catch (IOException e) {
            throw new StoreFailed("git " + arguments[0] + " could not be run: " + e.getMessage(), e);
        }
    }

    private static String withoutPasswords(byte[] error) {
        String text = new String(error, StandardCharsets.UTF_8).strip();
        String safe = text.replaceAll("(?<=://)[^/@\\s]+@", "").replaceAll("\\s*\\R\\s*", "; ");
        return safe.length() > 500 ? safe.substring(0, 500) + "…" : safe;
    }

    @Override
    public void close() {
        try {
            Ends.delete(folder);
        } catch (IOException e) {
            throw new StoreFailed("the temporary folder " + folder + " could not be deleted: " + e, e);
        }
    }
}
