package dev.flamegate.cli;

import dev.flamegate.cli.option.LabelOptions;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Output;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.Gate;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.model.Labels;
import dev.flamegate.model.Window;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.report.GateReport;
import java.time.Duration;
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

    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 if there is not enough evidence.")
    private boolean failOnInconclusive;

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Optional<Window> past = past();
        Labels said = labels.labels();
        PlanFiles files = PlanFiles.read(options);
        ReportFolder folder = new ReportFolder(files.reportFolder());
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            try (Sharing sharing =
                    files.sharing(reporting.progress()::warn).only(files.plan().service())) {
                Duration ending = HookSpec.whenInterrupted(files.plan().hooks());
                GateReport report = Reporting.untilInterrupted(ending, started -> {
                    try (Gate gate = started.start(
                            () -> new Gate(
                                    files.measurement(reporting.progress()).with(said), folder, sharing.history()),
                            Gate::close)) {
                        sharing.pull(
                                Sharing.runs(
                                        files.plan().service(), files.rules().rules()),
                                reporting.progress());
                        return sharing.orPush(() -> past.isPresent() ? gate.past(past.get()) : gate.run());
                    }
                });
                reporting.clear();
                int code = new Output(options, spec.commandLine().getOut())
                        .write(report, folder, failOnInconclusive, singleFile);
                sharing.push();
                return code;
            }
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
