package dev.flamegate.cli;

import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.LabelOptions;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UpgradeOption;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.option.VerdictOptions;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.extension.Extensions;
import dev.flamegate.gate.ArmComparison;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.GateResult;
import dev.flamegate.model.Labels;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.CompareSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "compare",
        header = "Measures two builds side by side and judges them.",
        mixinStandardHelpOptions = true,
        description = {
            "Compares two builds on this host, restarted in pairs and loaded alike, and stops as soon as the rules are decided.",
            "An arm is the path of a jar, image:NAME, the URL of a running service, or git:REVISION, built by the plan's"
                    + " build: in a temporary worktree; git:merge-base is where HEAD left the default branch. `working-tree` is"
                    + " the checkout as it is now, built in the same way. `target` is the plan's own target, and FILE.yaml says how an arm differs from it, with the keys of compare: baseline."
                    + " Pairs measured earlier of the same two builds count."
        })
public class CompareCommand implements Callable<Integer> {
    private static final Pattern ARM_FILE = Pattern.compile("(?s)(?:.*[/\\\\])?(.+)\\.ya?ml");

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
            description = "The build to judge (default: the plan's, otherwise its target); given several times, each is"
                    + " compared with the baseline, in turns, and all share the error of a false FAIL.")
    private List<String> candidates = List.of();

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
            names = "--candidate-env",
            paramLabel = "K=V",
            description = "An environment variable for the candidate only; of several, for each.")
    private Map<String, String> candidateEnvironment = new LinkedHashMap<>();

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Time limit, such as 12m or 90s: no pair is started that would exceed it"
                    + " (default: the plan's compare: budget).")
    private @Nullable Duration budget;

    @Option(names = "--pairs", paramLabel = "N", description = "Maximum number of pairs.")
    private @Nullable Integer maxPairs;

    @ArgGroup
    private Preset preset = new Preset();

    @Mixin
    private VerdictOptions ending = new VerdictOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** A choice of looks and budget: the patience of a comparison. */
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
        ArmSpec before = baseline(files);
        List<ArmSpec> judged = candidates(files);
        judged.forEach(after -> checkPorts(files.plan().target(), before, after));
        Looks looks = looks();
        Duration limit = budget == null ? files.plan().compare().budget() : budget;
        ArmComparison.OfSeveral comparisons = judged.size() == 1 ? Compare::new : several();
        try (GateCourse course = new GateCourse(files, options, spec.commandLine())) {
            GateResult result = course.measure(
                    Sharing.comparisons(files.plan().service()),
                    () -> comparisons.open(
                            files.measurement(course.progress(), before).with(said),
                            course.folder(),
                            course.comparisons()),
                    ArmComparison::close,
                    comparison -> comparison.compare(before, judged, looks, limit));
            return course.end(result, ending.failOnInconclusive(), ending.singleFile());
        }
    }

    /** Sets a key of the plan, as {@code --set} does. */
    protected final void set(String key, String value) {
        options.set.put(key, value);
    }

    private ArmSpec baseline(PlanFiles files) {
        Plan plan = files.plan();
        return upgrades.isEmpty()
                ? arm(files, baseline, plan.compare().baseline(), mergeBase(plan))
                : arm(files, baseline, null, source(files));
    }

    /** The builds to judge, each with a distinct name. */
    private List<ArmSpec> candidates(PlanFiles files) {
        List<ArmSpec> all =
                upgrades.isEmpty() ? named(files) : List.of(source(files).upgraded(upgrades));
        return all.stream().map(one -> one.plus(candidateEnvironment)).toList();
    }

    private List<ArmSpec> named(PlanFiles files) {
        CompareSpec planned = files.plan().compare();
        List<ArmSpec> all = candidates.isEmpty() && planned.candidates().size() > 1
                ? planned.candidates()
                : candidates.size() > 1
                        ? candidates.stream().map(given -> given(files, given)).toList()
                        : List.of(arm(
                                files,
                                candidates.isEmpty() ? null : candidates.get(0),
                                planned.candidate(),
                                usual(files.plan().target())));
        if (all.size() > CompareSpec.MOST_CANDIDATES) {
            throw new UsageProblem(
                    "--candidate: at most " + CompareSpec.MOST_CANDIDATES + " candidates are compared at once");
        }
        CompareSpec.calledAlike(all).ifPresent(name -> {
            throw new UsageProblem("--candidate: two candidates are called `" + name
                    + "`: write them to files with different names, or give each a `name`");
        });
        return all;
    }

    private static ArmComparison.OfSeveral several() {
        return Extensions.only(ArmComparison.OfSeveral.class)
                .orElseThrow(
                        () -> new UsageProblem(
                                "this installation compares one candidate: the extension for several is missing in lib/extensions"));
    }

    private Looks looks() {
        Looks looks = preset.looks();
        try {
            return maxPairs == null ? looks : looks.between(Looks.MIN_PAIRS, maxPairs);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--pairs: " + e.getMessage());
        }
    }

    /** The source that is built with and without an upgrade; other differences between the plan's arms do not count. */
    private ArmSpec source(PlanFiles files) {
        if (candidates.size() > 1) {
            throw new UsageProblem(
                    "--upgrade builds one candidate, but --candidate is given " + candidates.size() + " times");
        }
        ArmSpec source = arm(files, candidates.isEmpty() ? null : candidates.get(0), null, ArmSpec.ofWorkingTree());
        if (!source.isBuilt()) {
            throw new UsageProblem("--upgrade builds the candidate from its source, but --candidate names "
                    + source.text() + ": write git:REVISION, or leave it out for the working tree");
        }
        return source;
    }

    /** Checks that both arms can get a port as processes of one machine. */
    public static void checkPorts(TargetSpec target, ArmSpec before, ArmSpec after) {
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

    /** The commit where the branch began, for a target that can be built from there; {@code null} for any other. */
    private static @Nullable ArmSpec mergeBase(Plan plan) {
        return plan.target().command().isEmpty() ? ArmSpec.parse("git:" + ArmSpec.MERGE_BASE) : null;
    }

    private static ArmSpec arm(
            PlanFiles files, @Nullable String given, @Nullable ArmSpec planned, @Nullable ArmSpec usual) {
        if (given != null) {
            return given(files, given);
        } else if (planned != null) {
            return planned;
        } else if (usual != null) {
            return usual;
        }
        throw new UsageProblem(
                "no baseline: a command cannot be built from a revision, so name the build to compare with"
                        + " by --baseline or in the plan's compare: baseline");
    }

    /** The arm that the command line gives; an arm in a file without a name is called like the file. */
    private static ArmSpec given(PlanFiles files, String text) {
        Matcher file = ARM_FILE.matcher(text);
        if (!file.matches()) {
            return parsed(text);
        }
        ArmSpec arm = files.arm(text);
        return arm.name() == null ? arm.named(file.group(1)) : arm;
    }

    private static ArmSpec parsed(String text) {
        try {
            return ArmSpec.parse(text);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(String.valueOf(e.getMessage()));
        }
    }
}
