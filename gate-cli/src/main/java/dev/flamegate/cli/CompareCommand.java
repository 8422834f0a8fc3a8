package dev.flamegate.cli;

import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.LabelOptions;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UpgradeOption;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Output;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.model.Labels;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.store.Comparisons;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flamegate compare}. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two builds on this host, restarted in pairs and loaded in turns, and stops as soon as the rules are decided.",
            "An arm is the path of a jar, image:NAME, the URL of a running service, or git:REVISION, built by the plan's"
                    + " build: in a temporary worktree; git:merge-base is where HEAD left the default branch. `working-tree` is"
                    + " the checkout as it is now, built in the same way. `target` is the plan's own target, and FILE.yaml says how an arm differs from it, with the keys of compare: baseline."
                    + " Pairs measured earlier of the same two builds count."
        })
final class CompareCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Mixin
    private LabelOptions labels = new LabelOptions();

    @Option(
            names = "--baseline",
            paramLabel = "ARM",
            description = "The build to compare with (default: the plan's, otherwise git:merge-base).")
    private @Nullable String baseline;

    @Option(
            names = "--candidate",
            paramLabel = "ARM",
            description = "The build to judge (default: the plan's, otherwise its target).")
    private @Nullable String candidate;

    @Option(
            names = "--upgrade",
            paramLabel = "[GROUP:]ARTIFACT=VERSION",
            converter = UpgradeOption.class,
            description = {
                "Builds the candidate with this version of a library, or of a list of versions such as a BOM, from the"
                        + " working tree or --candidate git:REVISION. The baseline is the same source without it, unless"
                        + " --baseline says otherwise. For Maven and Gradle, by the plan's build: in a copy. Repeatable."
            })
    private List<ArmSpec.Upgrade> upgrades = new ArrayList<>();

    @Option(
            names = "--baseline-env",
            paramLabel = "K=V",
            description = "An environment variable for the baseline only.")
    private Map<String, String> baselineEnvironment = new LinkedHashMap<>();

    @Option(
            names = "--candidate-env",
            paramLabel = "K=V",
            description = "An environment variable for the candidate only.")
    private Map<String, String> candidateEnvironment = new LinkedHashMap<>();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Time limit, such as 12m or 90s: no pair is started that would exceed it"
                    + " (default: the plan's compare: budget).")
    private @Nullable Duration budget;

    @Option(names = "--min-pairs", paramLabel = "N", description = "Minimum number of pairs before a decision.")
    private @Nullable Integer minPairs;

    @Option(names = "--pairs", paramLabel = "N", description = "Maximum number of pairs.")
    private @Nullable Integer maxPairs;

    @ArgGroup
    private Preset preset = new Preset();

    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 if there is not enough evidence.")
    private boolean failOnInconclusive;

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** How patient the comparison is. */
    private static final class Preset {
        @Option(names = "--fast", description = "Fewer looks: decides sooner, or not at all.")
        private boolean fast;

        @Option(names = "--nightly", description = "More pairs: detects smaller growths.")
        private boolean nightly;

        Looks looks() {
            return fast ? Looks.FAST : nightly ? Looks.NIGHTLY : Looks.DEFAULT;
        }
    }

    @Override
    public Integer call() throws InterruptedException {
        Labels said = labels.labels();
        PlanFiles files = PlanFiles.read(options);
        Plan plan = files.plan();
        ArmSpec after = (upgrades.isEmpty()
                        ? arm(files, candidate, plan.compare().candidate(), usual(plan.target()))
                        : source(files).upgraded(upgrades))
                .plus(candidateEnvironment);
        ArmSpec before = (upgrades.isEmpty()
                        ? arm(files, baseline, plan.compare().baseline(), mergeBase(plan))
                        : arm(files, baseline, null, source(files)))
                .plus(baselineEnvironment);
        checkPorts(plan.target(), before, after);
        Looks looks = looks();
        Duration limit = budget == null ? plan.compare().budget() : budget;
        ReportFolder folder = new ReportFolder(files.reportFolder());
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            Sharing sharing = files.sharing(reporting.progress()::warn);
            Comparisons store = new Comparisons(sharing.history(), reporting.progress()::warn);
            try (sharing;
                    Compare compare = new Compare(
                            files.measurement(reporting.progress(), before).with(said), folder, store)) {
                GateReport report =
                        Reporting.untilInterrupted(compare::close, HookSpec.whenInterrupted(plan.hooks()), () -> {
                            sharing.pull(Sharing.comparisons(plan.service()), reporting.progress());
                            return sharing.orPush(() -> compare.compare(before, after, looks, limit));
                        });
                reporting.clear();
                int code = new Output(options, spec.commandLine().getOut())
                        .write(report, folder, failOnInconclusive, singleFile);
                sharing.push();
                return code;
            }
        }
    }

    private Looks looks() {
        Looks looks = preset.looks();
        try {
            if (maxPairs != null) {
                return looks.between(minPairs == null ? Looks.MIN_PAIRS : minPairs, maxPairs);
            }
            return minPairs == null ? looks : looks.from(minPairs);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--min-pairs, --pairs: " + e.getMessage());
        }
    }

    /** What is built with and without an upgrade; the plan's arms say what else would differ, so they do not count. */
    private ArmSpec source(PlanFiles files) {
        ArmSpec source = arm(files, candidate, null, ArmSpec.ofWorkingTree());
        if (!source.isBuilt()) {
            throw new UsageProblem("--upgrade builds the candidate from its source, but --candidate names "
                    + source.text() + ": write git:REVISION, or leave it out for the working tree");
        }
        return source;
    }

    /** What both arms need as processes of one machine. */
    static void checkPorts(TargetSpec target, ArmSpec before, ArmSpec after) {
        List<TargetSpec> arms = List.of(target.with(before, null), target.with(after, null));
        boolean processes = arms.stream().allMatch(arm -> arm.runtime() == TargetSpec.Runtime.PROCESS);
        if (processes && !arms.stream().allMatch(TargetSpec::takesPort)) {
            throw new UsageProblem("both arms run at the same time, so the service has to take its port from the plan:"
                    + " write {port} where the port goes, such as target: environment: {PORT: \"{port}\"}");
        }
    }

    /** The plan's own target as an arm, by its own name. */
    private static ArmSpec usual(TargetSpec target) {
        String name =
                target.image() != null ? "image:" + target.image() : target.url() != null ? target.url() : target.jar();
        return name == null ? ArmSpec.ofTarget() : parsed(name);
    }

    /** Where the branch began, for a target that can be built from there; {@code null} for any other. */
    private static @Nullable ArmSpec mergeBase(Plan plan) {
        return plan.target().command().isEmpty() ? ArmSpec.parse("git:" + ArmSpec.MERGE_BASE) : null;
    }

    private static ArmSpec arm(
            PlanFiles files, @Nullable String given, @Nullable ArmSpec planned, @Nullable ArmSpec usual) {
        if (given != null) {
            return given.matches("(?s).*\\.ya?ml") ? files.arm(given) : parsed(given);
        } else if (planned != null) {
            return planned;
        } else if (usual != null) {
            return usual;
        }
        throw new UsageProblem(
                "no baseline: a command cannot be built from a revision, so name the build to compare with"
                        + " by --baseline or in the plan's compare: baseline");
    }

    private static ArmSpec parsed(String text) {
        try {
            return ArmSpec.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(String.valueOf(e.getMessage()));
        }
    }
}
