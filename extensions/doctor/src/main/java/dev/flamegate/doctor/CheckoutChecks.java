package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.PLAN;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks what the working folder of the gate allows: storing runs, and building revisions. */
final class CheckoutChecks {
    private static final double LEAST = 100 * 1024 * 1024;
    private static final int LEAST_MAJOR = 2;
    private static final int LEAST_MINOR = 38;
    private static final Pattern VERSION = Pattern.compile("^git version (\\d{1,6})\\.(\\d{1,6})");
    private static final double PLENTY = 1024 * 1024 * 1024;

    private final Situation situation;

    CheckoutChecks(Situation situation) {
        this.situation = situation;
    }

    List<Check> all() {
        return List.of(Check.of(DoctorCheck.HISTORY, PLAN, this::history), Check.of(DoctorCheck.GIT, PLAN, this::git));
    }

    /** Space for stored runs, and permission to write them. */
    CheckResult history() throws IOException {
        Path folder = situation.history();
        Path there = folder;
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        String shown = folder.startsWith(situation.folder())
                ? situation.folder().relativize(folder).toString()
                : folder.toString();
        String elsewhere =
                "Free some space there (`flamegate history prune`), or choose another location: history: in the plan.";
        if (!Files.isDirectory(there)) {
            return CheckResult.fail(there + " is not a folder: runs cannot be stored in " + shown, elsewhere);
        }
        if (!Files.isWritable(there)) {
            return CheckResult.fail(
                    "runs cannot be stored in " + shown + ": no permission to write to " + there,
                    "Change the permissions of the folder, or choose another location: history: in the plan.");
        }
        double free = Files.getFileStore(there).getUsableSpace();
        String message = DoctorNumbers.bytes(free) + " free for stored runs in " + shown;
        CheckResult result = free < LEAST
                ? CheckResult.fail(message, elsewhere)
                : free < PLENTY ? CheckResult.warn(message, elsewhere) : CheckResult.ok(message);
        return result.with("freeBytes", free);
    }

    /** Git, with which {@code compare} checks out revisions, and which knows a run's commit. */
    CheckResult git() throws IOException, InterruptedException {
        if (Program.find("git", situation.environment()).isEmpty()) {
            return noGit("git is not on the PATH", "Install git, or name both builds of a comparison by their jars.");
        }
        Program.Result version = git("--version");
        if (!version.isOk()) {
            return noGit("git does not work: " + version.firstLine(), "Run `git --version` and fix what it reports.");
        }
        if (isOld(version.firstLine())) {
            return CheckResult.warn(
                    version.firstLine()
                            + " opens a repository that is committed among the files of a checkout, and runs"
                            + " the programs that its configuration names",
                    "Use git 2.38 or newer.");
        }
        Program.Result inside = git("rev-parse", "--is-inside-work-tree");
        if (!inside.isOk()) {
            boolean none = inside.output().contains("not a git repository");
            return noGit(
                    none ? "this folder is not in a git repository" : "git refuses this folder: " + inside.firstLine(),
                    "Name both builds of a comparison by their jars: compare: {baseline: old.jar}.");
        }
        if (!git("rev-parse", "--verify", "-q", "HEAD").isOk()) {
            return noGit("the repository has no commits yet", "Commit something, or name builds by their jars.");
        }
        boolean shallow =
                git("rev-parse", "--is-shallow-repository").output().strip().equals("true");
        return shallow
                ? CheckResult.warn(
                        version.firstLine() + "; the clone is shallow, so the merge base may not be found",
                        "Fetch the whole history in CI (fetch-depth: 0, or `git fetch --unshallow`).")
                : CheckResult.ok(version.firstLine() + ": `compare` can build revisions of this repository");
    }

    /** True for a version that does not know {@code safe.bareRepository}, which keeps a checkout from running programs. */
    static boolean isOld(String version) {
        Matcher numbers = VERSION.matcher(version);
        if (!numbers.find()) {
            return false;
        }
        int major = Integer.parseInt(numbers.group(1));
        return major < LEAST_MAJOR || (major == LEAST_MAJOR && Integer.parseInt(numbers.group(2)) < LEAST_MINOR);
    }

    /** The result without git, which only a comparison that names a revision needs; {@code run} does not. */
    private CheckResult noGit(String message, String remedy) {
        Plan plan = situation.plan();
        boolean named = plan != null
                && (isRevision(plan.compare().baseline())
                        || plan.compare().candidates().stream().anyMatch(CheckoutChecks::isRevision));
        return named
                ? CheckResult.warn(message + "; compare: in the plan names a revision", remedy)
                : CheckResult.skip(message + "; only `compare` with a revision needs it");
    }

    private static boolean isRevision(@Nullable ArmSpec arm) {
        return arm != null && arm.kind() == ArmSpec.Kind.GIT;
    }

    private Program.Result git(String... arguments) throws IOException, InterruptedException {
        return GitCommand.in(situation.folder(), situation.environment(), List.of(arguments))
                .with(Map.of("LC_ALL", "C"))
                .joiningErrors()
                .within(situation.patience())
                .run();
    }
}
