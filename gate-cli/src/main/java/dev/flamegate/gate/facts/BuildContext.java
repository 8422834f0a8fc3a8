package dev.flamegate.gate.facts;

import dev.flamegate.model.Run;
import dev.flamegate.os.Secrets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Facts for the report about the measured build: commit, branch, and the target's environment without secrets. */
final class BuildContext {
    private BuildContext() {}

    /**
     * The context of a build.
     *
     * @param folder in the checkout it is from, if it is from one
     * @param revision it was built from, where it is not the one checked out
     * @param environment of the target, as the plan gives it
     */
    public static Map<String, String> of(Path folder, Optional<String> revision, Map<String, String> environment)
            throws InterruptedException {
        Map<String, String> context = new LinkedHashMap<>();
        if (revision.isPresent()) {
            context.put(Run.COMMIT, revision.get());
        } else {
            checkout(new Git(folder), context);
        }
        environment.forEach((name, value) -> context.put(Run.VARIABLE + name, Secrets.value(name, value)));
        return context;
    }

    private static void checkout(Git git, Map<String, String> context) throws InterruptedException {
        Optional<String> commit = git.ask("rev-parse", "--verify", "HEAD^{commit}");
        if (commit.isPresent()) {
            context.put(Run.COMMIT, commit.get());
            String branch = git.ask("rev-parse", "--abbrev-ref", "HEAD").orElse("HEAD");
            context.put(Run.BRANCH, branch.equals("HEAD") ? "(detached)" : branch);
            boolean clean =
                    git.ask("status", "--porcelain").filter(String::isEmpty).isPresent();
            context.put(Run.UNCOMMITTED, clean ? "no" : "yes");
        }
    }
}
