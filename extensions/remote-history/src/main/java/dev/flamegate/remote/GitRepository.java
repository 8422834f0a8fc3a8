package dev.flamegate.remote;

import dev.flamegate.os.FileTree;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.os.Program;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bare repository in a temporary folder. Its commands never run in the user's checkout, whose working tree, index,
 * branches and configuration stay as they are.
 */
final class GitRepository implements AutoCloseable {
    /** Variables that would point a command at another repository. */
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
     * The result of a command.
     *
     * @param output file with its standard output
     * @param error its error output, without passwords in URLs
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

    /** An empty repository with settings that are passed in the environment only. */
    GitRepository(Map<String, String> environment, List<Map.Entry<String, String>> settings)
            throws InterruptedException {
        this.environment.putAll(environment);
        ELSEWHERE.forEach(this.environment::remove);
        this.environment.put("LC_ALL", "C");
        this.environment.put("GIT_TERMINAL_PROMPT", "0");
        // A plan names the remote, and helpers such as ext:: and fd:: run programs.
        this.environment.putIfAbsent("GIT_ALLOW_PROTOCOL", "https:http:ssh:git:file");
        int count = Integer.parseInt(environment.getOrDefault("GIT_CONFIG_COUNT", "0"));
        for (Map.Entry<String, String> setting : settings) {
            this.environment.put("GIT_CONFIG_KEY_" + count, setting.getKey());
            this.environment.put("GIT_CONFIG_VALUE_" + count, setting.getValue());
            count++;
        }
        this.environment.put("GIT_CONFIG_COUNT", String.valueOf(count));
        try {
            folder = Files.createTempDirectory(OwnFolders.temporary(), "history-");
        } catch (IOException e) {
            throw new StoreFailed("no temporary folder for git: " + e, e);
        }
        run(null, "init", "--quiet", "--bare", ".");
    }

    /** Sets an environment variable for later commands. */
    void set(String variable, String value) {
        environment.put(variable, value);
    }

    Path folder() {
        return folder;
    }

    /**
     * The output of a command.
     *
     * @param input its standard input; {@code null} for none
     * @throws StoreFailed with its error output when it fails
     */
    String run(byte @Nullable [] input, String... arguments) throws InterruptedException {
        Ended ended = end(input, arguments);
        if (ended.code() != 0) {
            throw new StoreFailed("git " + arguments[0] + " failed: " + ended.error());
        }
        return ended.text();
    }

    /** Runs a command; a failure is for the caller to judge. */
    Ended end(byte @Nullable [] input, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("flamegate-" + ++commands + ".out");
        Program program = Program.of(command).in(folder).withOnly(environment).outputTo(output);
        try {
            Program.Result result = (input == null ? program : program.input(input)).run();
            if (result.isTimedOut()) {
                throw new StoreFailed("git " + arguments[0] + " did not end within 5 minutes");
            }
            return new Ended(result.code(), output, withoutPasswords(result.error()));
        } catch (IOException e) {
            throw new StoreFailed("git " + arguments[0] + " could not be run: " + e.getMessage(), e);
        }
    }

    private static String withoutPasswords(String error) {
        String safe = error.strip().replaceAll("(?<=://)[^/@\\s]+@", "").replaceAll("\\s*\\R\\s*", "; ");
        return safe.length() > 500 ? safe.substring(0, 500) + "…" : safe;
    }

    @Override
    public void close() {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new StoreFailed("the temporary folder " + folder + " could not be deleted: " + e, e);
        }
    }
}
