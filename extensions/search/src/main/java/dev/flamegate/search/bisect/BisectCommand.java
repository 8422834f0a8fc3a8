package dev.flamegate.search.bisect;

import dev.flamegate.cli.CompareCommand;
import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.LabelOptions;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.option.VerdictOptions;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.gate.GateResult;
import dev.flamegate.model.Labels;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "bisect",
        header = "Finds the commit that made a rule break.",
        mixinStandardHelpOptions = true,
        description = {
            "Finds the commit that made a rule break.",
            "First compares the two revisions, then builds and measures commits between them against the good one, each chosen to"
                    + " say most, until one is left. Commits that do not build are gone around. Pairs are stored as those of"
                    + " compare, so an interrupted search goes on where it was."
        })
public final class BisectCommand implements Callable<Integer> {
    private static final Duration USUAL_BUDGET = Duration.ofHours(1);

    @Parameters(index = "0", paramLabel = "GOOD", description = "A revision where the rule holds, such as v1.4.")
    @SuppressWarnings("NullAway.Init")
    private String good;

    @Parameters(index = "1", paramLabel = "BAD", description = "A later revision where it breaks, such as HEAD.")
    @SuppressWarnings("NullAway.Init")
    private String bad;

    @Mixin
    private Options options = new Options();

    @Mixin
    private LabelOptions labels = new LabelOptions();

    @Option(names = "--rule", paramLabel = "ID", description = "The rule (default: the one that breaks worst).")
    private @Nullable String rule;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Time limit, such as 90m or 2h: no pair is started that would exceed it (default: 1h).")
    private Duration budget = USUAL_BUDGET;

    @Mixin
    private VerdictOptions ending = new VerdictOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Labels said = labels.labels();
        PlanFiles all = PlanFiles.read(options);
        PlanFiles files = rule == null ? all : all.withRule(rule);
        ArmSpec from = revision(good);
        check(files.plan(), from, revision(bad));
        try (GateCourse course = new GateCourse(files, options, spec.commandLine())) {
            GateResult result = course.measure(
                    Sharing.comparisons(files.plan().service()),
                    () -> new Bisect(
                            files.measurement(course.progress(), from).with(said),
                            course.folder(),
                            course.comparisons()),
                    Bisect::close,
                    bisect -> new BisectReport(course.folder(), bisect.bisect(good, bad, Looks.DEFAULT, budget)));
            return course.end(result, ending.failOnInconclusive(), ending.singleFile());
        }
    }

    private static ArmSpec revision(String name) {
        try {
            return ArmSpec.parse("git:" + name);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(String.valueOf(e.getMessage()));
        }
    }

    /** Checks that the plan can build revisions and run two of them at the same time. */
    private static void check(Plan plan, ArmSpec from, ArmSpec to) {
        TargetSpec target = plan.target();
        if (plan.build() == null || target.jar() == null) {
            throw new UsageProblem(
                    "commits have to be built: the plan needs build: (a command) and target: jar (what it makes)");
        }
        CompareCommand.checkPorts(target, from, to);
    }
}
