package dev.flamegate.cli;

import dev.flamegate.cli.option.LabelOptions;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.option.VerdictOptions;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.gate.Gate;
import dev.flamegate.gate.GateResult;
import dev.flamegate.model.Labels;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "run",
        header = "Measures one build and judges it.",
        mixinStandardHelpOptions = true,
        description = "Measures one build and judges it: absolute limits, and growth against stored runs.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Mixin
    private LabelOptions labels = new LabelOptions();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description = {
                "Judges a past window from the data on the plan's servers, without load, starting at this time:",
                "2026-11-20T10:00:00Z."
            })
    private @Nullable Instant from;

    @Option(names = "--until", paramLabel = "TIME", description = "End of that window (default: now).")
    private @Nullable Instant until;

    @Mixin
    private VerdictOptions ending = new VerdictOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Window> past = past();
        Labels said = labels.labels();
        PlanFiles files = PlanFiles.read(options);
        try (GateCourse course = new GateCourse(files, options, spec.commandLine())) {
            GateResult result = course.measure(
                    Sharing.runs(files.plan().service(), files.rules().rules()),
                    () -> new Gate(files.measurement(course.progress()).with(said), course.folder(), course.history()),
                    Gate::close,
                    gate -> new GateResult.OfOne(past.isPresent() ? gate.past(past.get()) : gate.run()));
            return course.end(result, ending.failOnInconclusive(), ending.singleFile());
        }
    }

    private Optional<Window> past() {
        Instant begin = from;
        Instant end = until == null ? Instant.now() : until;
        if (begin == null) {
            if (until != null) {
                throw new UsageProblem("--until " + until + ": set the start of the window with --from");
            }
            return Optional.empty();
        }
        if (!begin.isBefore(end)) {
            throw new UsageProblem("--from " + begin + " is not before " + end);
        }
        return Optional.of(new Window(begin, end));
    }
}
