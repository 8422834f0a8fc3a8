package dev.flamegate.gate.facts;

import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.plan.ArmSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Git's command line in one folder. */
public final class Git {
    /** The branches that HEAD may have left, the most likely first. */
    public static final List<String> DEFAULT_BRANCHES =
            List.of("origin/HEAD", "origin/main", "origin/master", "main", "master");

    private final List<String> prefix;
    private final Map<String, String> environment;

    /**
     * Git in a folder, which need not be a checkout.
     *
     * @param options of git itself, before its command
     */
    public Git(Path folder, String... options) {
        List<String> words = GitCommand.in(folder);
        words.addAll(List.of(options));
        prefix = List.copyOf(words);
        environment = Map.of();
    }

    private Git(List<String> prefix, Map<String, String> environment) {
        this.prefix = prefix;
        this.environment = Map.copyOf(environment);
    }

    /** Git in the same folder, with these variables added to its environment. */
    public Git with(Map<String, String> variables) {
        return new Git(prefix, variables);
    }

    /**
     * The commit that a revision names; {@code merge-base} is where HEAD left the default branch. Empty without such a
     * commit, or without git.
     */
    public Optional<String> commit(CloseableRegistry registry, String revision) throws InterruptedException {
        if (!revision.equals(ArmSpec.MERGE_BASE)) {
            return revision.startsWith("-")
                    ? Optional.empty()
                    : ask(registry, "rev-parse", "--verify", revision + "^{commit}");
        }
        for (String branch : DEFAULT_BRANCHES) {
            Optional<String> base = ask(registry, "merge-base", "HEAD", branch);
            if (base.isPresent()) {
                return base;
            }
        }
        return Optional.empty();
    }

    /** A command's output without surrounding space; empty when the command fails, or git is missing. */
    public Optional<String> ask(String... arguments) throws InterruptedException {
        return ask(new CloseableRegistry(), arguments);
    }

    /** A command's output; the command is killed when the registry is closed. See {@link #ask(String...)}. */
    public Optional<String> ask(CloseableRegistry registry, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(arguments));
        return Program.of(command).with(environment).registeredIn(registry).ask();
    }
}
