package dev.flamegate.remote;

import dev.flamegate.os.Checkout;
import dev.flamegate.os.GitCommand;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.StoreFailed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;

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
        String url = fetch.isEmpty() ? url(place.repository()) : fetch;
        refuseWithin(place, url);
        refuseWithin(place, push);
        settings.add(Map.entry("remote.shared.url", url));
        if (!push.isEmpty() && !push.equals(fetch)) {
            settings.add(Map.entry("remote.shared.pushurl", push));
        }
        // Names are fetched first; contents on demand, where the server supports that.
        settings.add(Map.entry("remote.shared.promisor", "true"));
        settings.add(Map.entry("remote.shared.partialclonefilter", "blob:none"));
        settings.add(Map.entry("core.hooksPath", GitCommand.NO_HOOKS));
        settings.add(Map.entry("gc.auto", "0"));
        settings.add(Map.entry("maintenance.auto", "false"));
        settings.add(Map.entry("push.gpgSign", "false"));
        settings.add(Map.entry("http.lowSpeedLimit", "1000"));
        settings.add(Map.entry("http.lowSpeedTime", "30"));
        return settings;
    }

    /**
     * Refuses a repository among the files of the checkout: git runs its hooks and what its configuration names, and a
     * change brings both.
     */
    private void refuseWithin(RemoteSpec.Git place, String url) {
        String path = url.replaceFirst("^(?i)file:(//[^/]*)?(?=/)", "");
        Optional<Path> root = Checkout.outermost(checkout);
        if (isPath(path)
                && !path.isEmpty()
                && root.isPresent()
                && Checkout.reaches(root.get(), checkout.resolve(path))) {
            throw new StoreFailed(place.text() + " is within the checkout " + root.get()
                    + ", whose files a change decides about, programs of git included: share runs at a URL, or at a path"
                    + " outside of it");
        }
    }

    /** True for a path; a URL has a scheme, or a colon before its first slash. */
    private static boolean isPath(String repository) {
        return !repository.contains("://") && !repository.matches("[^/\\\\]{2,}:.*");
    }

    /** True if the user has configured how to call ssh. */
    boolean hasOwnSsh() throws InterruptedException {
        return environment.containsKey("GIT_SSH_COMMAND")
                || environment.containsKey("GIT_SSH")
                || !ask("config", "core.sshcommand").isEmpty();
    }

    /** A path is relative to the plan's folder. */
    private String url(String repository) {
        return isPath(repository) ? checkout.resolve(repository).normalize().toString() : repository;
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
        return GitCommand.in(checkout, environment, List.of(arguments)).ask().orElse("");
    }
}
