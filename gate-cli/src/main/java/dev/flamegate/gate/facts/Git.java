package dev.flamegate.gate.facts;

import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.GitCommand;
import dev.flamegate.plan.ArmSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Git's command line in one folder. */
public final class Git {
    private static final String BRANCH = "refs/heads/";
    private static final String REMOTE_BRANCH = "refs/remotes/";
    private static final String TAG = "refs/tags/";

    /** The branches that HEAD may have left, the most likely first; a tag of such a name is none. */
    public static final List<String> DEFAULT_BRANCHES = List.of(
            REMOTE_BRANCH + "origin/HEAD",
            REMOTE_BRANCH + "origin/main",
            REMOTE_BRANCH + "origin/master",
            BRANCH + "main",
            BRANCH + "master");

    /** What may follow the name of a branch or tag in a revision, such as {@code main~3} or {@code main@{1}}. */
    private static final Pattern END_OF_NAME = Pattern.compile("[~^:]|@\\{");

    private final Path folder;
    private final List<String> options;
    private final Map<String, String> environment;

    /**
     * Git in a folder, which need not be a checkout.
     *
     * @param options of git itself, before its command
     */
    public Git(Path folder, String... options) {
        this(folder, List.of(options), Map.of());
    }

    private Git(Path folder, List<String> options, Map<String, String> environment) {
        this.folder = folder;
        this.options = options;
        this.environment = Map.copyOf(environment);
    }

    /** Git in the same folder, with these variables added to its environment. */
    public Git with(Map<String, String> variables) {
        return new Git(folder, options, variables);
    }

    /**
     * The commit that a revision names; {@code merge-base} is where HEAD left the default branch. Empty without such a
     * commit, or without git, and for a name that is both a branch's and a tag's.
     */
    public Optional<String> commit(CloseableRegistry registry, String revision) throws InterruptedException {
        if (!revision.equals(ArmSpec.MERGE_BASE)) {
            Optional<String> whole = revision.startsWith("-") ? Optional.empty() : resolved(registry, revision);
            return whole.isEmpty()
                    ? whole
                    : ask(registry, "rev-parse", "--verify", "--quiet", whole.get() + "^{commit}");
        }
        for (String branch : DEFAULT_BRANCHES) {
            Optional<String> base = ask(registry, "merge-base", "HEAD", branch);
            if (base.isPresent()) {
                return base;
            }
        }
        return Optional.empty();
    }

    /**
     * The revision with the whole name of its branch or tag. Git by itself prefers a tag {@code origin/main} to the
     * branch {@code main} of {@code origin}, and more people may push tags than may push to a protected branch. Empty
     * for a name that a branch and a tag have here.
     */
    private Optional<String> resolved(CloseableRegistry registry, String revision) throws InterruptedException {
        Matcher end = END_OF_NAME.matcher(revision);
        int length = end.find() ? end.start() : revision.length();
        String name = revision.substring(0, length);
        if (name.startsWith("refs/") || name.matches("|@|HEAD|[0-9a-f]{40,64}")) {
            return Optional.of(revision);
        }
        String remote = REMOTE_BRANCH + name;
        Set<String> refs = ask(registry, "for-each-ref", "--format=%(refname)", remote, BRANCH + name, TAG + name)
                .map(lines -> Set.copyOf(lines.lines().toList()))
                .orElse(Set.of());
        for (String whole : List.of(remote, remote + "/HEAD")) {
            if (refs.contains(whole)) {
                return Optional.of(whole + revision.substring(length));
            }
        }
        return refs.contains(BRANCH + name) && refs.contains(TAG + name) ? Optional.empty() : Optional.of(revision);
    }

    /** A command's output without surrounding space; empty when the command fails, or git is missing. */
    public Optional<String> ask(String... arguments) throws InterruptedException {
        return ask(new CloseableRegistry(), arguments);
    }

    /** A command's output; the command is killed when the registry is closed. See {@link #ask(String...)}. */
    public Optional<String> ask(CloseableRegistry registry, String... arguments) throws InterruptedException {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of(arguments));
        return GitCommand.in(folder, words)
                .with(environment)
                .registeredIn(registry)
                .ask();
    }
}
