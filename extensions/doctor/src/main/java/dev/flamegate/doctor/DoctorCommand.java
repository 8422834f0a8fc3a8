package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.Situation;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.Gate;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.Installation;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        header = "Says what would stop a measurement here.",
        mixinStandardHelpOptions = true,
        description = {
            "Reports in under twenty seconds what would stop a run here, with remedies, and which growth `compare`"
                    + " could see.",
            "Works without a plan too. Exit code 3 when something would stop a run."
        })
public final class DoctorCommand implements Callable<Integer> {
    private static final Duration NOISE = Duration.ofSeconds(10);
    private static final Duration REHEARSED_WARM_UP = Duration.ofSeconds(90);
    private static final Duration REHEARSED_MEASURE = Duration.ofSeconds(30);

    @Mixin
    private Options options = new Options();

    @Option(names = "--no-noise", description = "Skip measuring the noise, which takes ten seconds.")
    private boolean noNoise;

    @Option(
            names = "--measure",
            description =
                    "Also start the plan's service once under its load, for at most three minutes, and say what its"
                            + " warm-up, its rate and the length of the measurement should be.")
    private boolean measure;

    @Option(
            names = "--use-credentials",
            description = "Send the credentials that the plan names to its servers; look at their addresses first.")
    private boolean useCredentials;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Situation situation = situation();
        PrintWriter out = spec.commandLine().getOut();
        boolean animate = !options.progress.quiet && Console.canAnimate();
        DoctorProgress progress = new DoctorProgress(spec.commandLine().getErr(), animate);
        Doctor doctor = new Doctor(situation, noNoise ? Duration.ZERO : NOISE, rehearsal(situation, progress));
        if (options.json) {
            List<Check.Report> all = doctor.examine(progress);
            progress.clear();
            int code = code(all);
            out.println(DoctorJson.write(all, code, situation.plan() != null));
            return code;
        }
        DoctorText text = new DoctorText(new Terminal(Console.width(), Console.showsColour()));
        List<Check.Report> all = doctor.examine(progress.printing(report -> {
            text.lines(report).forEach(out::println);
            out.flush();
        }));
        progress.clear();
        text.end(all, situation.plan() != null, options.place.plan).forEach(out::println);
        out.flush();
        return code(all);
    }

    /** A rehearsal with more time to warm up than the plan may give, to see how long the warm-up takes. */
    private Doctor.@Nullable DryRun rehearsal(Situation situation, DoctorProgress progress) {
        if (!measure) {
            return null;
        }
        if (situation.plan() == null) {
            throw new UsageProblem("--measure needs a plan, which says what to start; `flamegate init` writes one");
        }
        Duration planned = situation.plan().load().warmUp().atMost();
        Duration warmUp = planned.compareTo(REHEARSED_WARM_UP) > 0 ? planned : REHEARSED_WARM_UP;
        options.set.put("load.warm-up.at-most", warmUp.toSeconds() + " s");
        options.set.put("trials", "1");
        options.set.put("load.measure", REHEARSED_MEASURE.toSeconds() + " s");
        PlanFiles longer = PlanFiles.read(options);
        return () -> {
            progress.clear();
            try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
                return Reporting.untilInterrupted(
                        HookSpec.whenInterrupted(longer.plan().hooks()), started -> {
                            try (Gate gate = started.start(
                                    () -> new Gate(
                                            longer.measurement(reporting.progress()),
                                            new ReportFolder(longer.reportFolder()),
                                            longer.history(reporting.progress()::warn)),
                                    Gate::close)) {
                                return gate.rehearse();
                            }
                        });
            }
        };
    }

    private static int code(List<Check.Report> all) {
        return all.stream().anyMatch(report -> report.is(Status.FAIL)) ? ExitCode.NOT_MEASURED : ExitCode.OK;
    }

    /** The situation of the doctor. A plan given by name must exist; the default one may be missing. */
    private Situation situation() {
        boolean named = spec.commandLine().getParseResult().hasMatchedOption("--plan");
        boolean wanted = named || !options.set.isEmpty() || !options.rules.isEmpty();
        Path here = Path.of("").toAbsolutePath();
        if (!wanted && !Files.exists(options.place.plan)) {
            Path history = options.place.history == null ? here.resolve(".flamegate/history") : options.place.history;
            return new Situation(
                    null,
                    null,
                    here,
                    history.toAbsolutePath().normalize(),
                    runtime(),
                    profiler(),
                    useCredentials,
                    System.getenv(),
                    Situation.PATIENCE);
        }
        PlanFiles files = PlanFiles.read(options);
        return new Situation(
                files.plan(),
                files.rules(),
                files.folder(),
                files.historyPlace(),
                null,
                profiler(),
                useCredentials,
                System.getenv(),
                Situation.PATIENCE);
    }

    private @Nullable Runtime runtime() {
        if (options.runtime == null) {
            return null;
        }
        List<String> names = Arrays.stream(Runtime.values())
                .map(runtime -> runtime.name().toLowerCase(Locale.ROOT))
                .toList();
        int at = names.indexOf(options.runtime);
        if (at < 0) {
            throw new UsageProblem("--runtime " + options.runtime + ": use one of " + String.join(", ", names));
        }
        return Runtime.values()[at];
    }

    private static @Nullable Path profiler() {
        try {
            return Installation.find().pyroscope();
        } catch (Installation.IncompleteInstallation e) {
            return null;
        }
    }
}
