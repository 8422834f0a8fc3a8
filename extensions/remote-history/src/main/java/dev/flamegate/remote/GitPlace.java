package dev.flamegate.remote;

import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.plan.RemoteSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;

/**
 * A checkout's knowledge about a repository: its URL, and how to reach it. A CI job's checkout has its token in its own
 * configuration, which a repository of ours would not see; it is passed in the environment, so that it is written
 * nowhere.
 */
final class GitPlace {
    private static final String CONNECTION = "^(http|credential|ssh|url|core\\.sshcommand|core\\.askpass)";

    private final Path checkout;
    private final Map<String, String> environment;

    GitPlace(Path checkout, Map<String, String> environment) {
        this.checkout = checkout;
        this.environment = environment;
    }

    /** Settings of a repository in which {@code shared} is the place's remote. */
    List<Entry<String, String>> settings(RemoteSpec.Git place) throws InterruptedException {
        List<Entry<String, String>> settings = new ArrayList<>(connection());
        String fetch = ask("remote", "get-url", place.repository());
        String push = ask("remote", "get-url", "--push", place.repository());
        settings.add(Map.entry("remote.shared.url", fetch.isEmpty() ? url(place.repository()) : fetch));
        if (!push.isEmpty() && !push.equals(fetch)) {
            settings.add(Map.entry("remote.shared.pushurl", push));
        }
        // Names are fetched first; contents on demand, where the server supports that.
        settings.add(Map.entry("remote.shared.promisor", "true"));
        settings.add(Map.entry("remote.shared.partialclonefilter", "blob:none"));
        settings.add(Map.entry("core.hooksPath", "hooks-of-nobody"));
        settings.add(Map.entry("gc.auto", "0"));
        settings.add(Map.entry("maintenance.auto", "false"));
        settings.add(Map.entry("push.gpgSign", "false"));
        settings.add(Map.entry("http.lowSpeedLimit", "1000"));
        settings.add(Map.entry("http.lowSpeedTime", "30"));
        return settings;
    }

    /** True if the user has configured how to call ssh. */
    boolean hasOwnSsh() throws InterruptedException {
        return environment.containsKey("GIT_SSH_COMMAND")
                || environment.containsKey("GIT_SSH")
                || !ask("config", "core.sshcommand").isEmpty();
    }

    /** A path is relative to the plan's folder; a URL has a scheme, or a colon before its first slash. */
    private String url(String repository) {
        boolean path = !repository.contains("://") && !repository.matches("[^/\\\\]{2,}:.*");
        return path ? checkout.resolve(repository).normalize().toString() : repository;
    }

    /** Connection settings of the checkout's own configuration; the user's and the system's apply anyway. */
    private List<Entry<String, String>> connection() throws InterruptedException {
        List<Entry<String, String>> settings = new ArrayList<>();
        String[] parts = ask("config", "--includes", "--show-scope", "-z", "--get-regexp", CONNECTION)
                .split("\0", -1);
        for (int i = 0; i + 1 < parts.length; i += 2) {
            int end = parts[i + 1].indexOf('\n');
            if (end > 0 && (parts[i].equals("local") || parts[i].equals("worktree"))) {
                settings.add(Map.entry(parts[i + 1].substring(0, end), parts[i + 1].substring(end + 1)));
            }
        }
        return settings;
    }

    private String ask(String... arguments) throws InterruptedException {
        List<String> command = GitCommand.in(checkout);
        command.addAll(List.of(arguments));
        return Program.of(command).withOnly(environment).ask().orElse("");
    }
}
