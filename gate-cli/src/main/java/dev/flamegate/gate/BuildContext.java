package dev.flamegate.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What people want to know of the build measured: commit, branch, and the target's environment without secrets. */
final class BuildContext {
    private static final List<String> SECRETS = List.of("PASS", "SECRET", "TOKEN", "KEY", "CREDENTIAL", "AUTH");

    private BuildContext() {}

    /**
     * The context of a folder's build.
     *
     * @param environment of the target, as the plan gives it
     */
    static Map<String, String> of(Path folder, Map<String, String> environment) {
        Map<String, String> context = new LinkedHashMap<>();
        String commit = git(folder, "rev-parse", "HEAD");
        if (!commit.isEmpty()) {
            context.put("commit", commit);
            String branch = git(folder, "rev-parse", "--abbrev-ref", "HEAD");
            context.put("branch", branch.equals("HEAD") ? "(detached)" : branch);
            context.put("uncommitted", git(folder, "status", "--porcelain").isEmpty() ? "no" : "yes");
        }
        environment.forEach((name, value) -> context.put("env." + name, isSecret(name) ? "(hidden)" : value));
        return context;
    }

    private static boolean isSecret(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return SECRETS.stream().anyMatch(upper::contains);
    }

    private static String git(Path folder, String... arguments) {
        try {
            List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
            command.addAll(List.of(arguments));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? output : "";
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
