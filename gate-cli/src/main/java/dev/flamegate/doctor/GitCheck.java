package dev.flamegate.doctor;

import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Git, which {@code compare} gets a revision from, and which tells a run's commit. */
final class GitCheck implements Check {
    private static final Duration WITHIN = Duration.ofSeconds(3);

    private final Situation situation;

    GitCheck(Situation situation) {
        this.situation = situation;
    }

    @Override
    public String id() {
        return "git";
    }

    @Override
    public Group group() {
        return Group.PLAN;
    }

    @Override
    public CheckResult look() throws IOException, InterruptedException {
        if (Commands.find("git", situation.environment()).isEmpty()) {
            return missing("git is not on the PATH", "Install git, or name both builds of a comparison by their jars.");
        }
        Commands.Ended version = git("--version");
        if (!version.isOk()) {
            return missing("git does not work: " + version.firstLine(), "Run `git --version` and mend what it says.");
        }
        Commands.Ended inside = git("rev-parse", "--is-inside-work-tree");
        if (!inside.isOk()) {
            boolean none = inside.text().contains("not a git repository");
            return missing(
                    none ? "this folder is in no git repository" : "git refuses this folder: " + inside.firstLine(),
                    "Name both builds of a comparison by their jars: compare: {baseline: old.jar}.");
        }
        if (git("rev-parse", "--verify", "-q", "HEAD").isOk()) {
            boolean shallow =
                    git("rev-parse", "--is-shallow-repository").text().strip().equals("true");
            return shallow
                    ? CheckResult.warn(
                            version.firstLine() + "; the checkout is shallow, so the merge base may not be found",
                            "Fetch the whole history in CI (fetch-depth: 0, or `git fetch --unshallow`).")
                    : CheckResult.ok(version.firstLine() + ": `compare` can build revisions of this repository");
        }
        return missing("the repository has no commit yet", "Commit something, or name builds by their jars.");
    }

    /** Only a comparison that names a revision needs it; {@code run} does not. */
    private CheckResult missing(String message, String remedy) {
        Plan plan = situation.plan();
        boolean named = plan != null
                && Stream.of(
                                kind(plan.compare().baseline()),
                                kind(plan.compare().candidate()))
                        .anyMatch(kind -> kind == ArmSpec.Kind.GIT);
        return named
                ? CheckResult.warn(message + "; the plan's compare: names a revision", remedy)
                : CheckResult.skip(message + "; only `compare` with a revision needs it");
    }

    private static ArmSpec.@Nullable Kind kind(@Nullable ArmSpec arm) {
        return arm == null ? null : arm.kind();
    }

    private Commands.Ended git(String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
        return Commands.run(command, situation.folder(), Map.of("LC_ALL", "C"), WITHIN);
    }
}
