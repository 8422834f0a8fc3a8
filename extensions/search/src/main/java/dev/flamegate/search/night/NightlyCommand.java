package dev.flamegate.search.night;

import dev.flamegate.cli.option.DryRunOption;
import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.InconclusiveOption;
import dev.flamegate.cli.option.JsonOption;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.ProgressOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.extension.Extensions;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.GateJobs;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "nightly",
        header = "Measures many services in one night.",
        mixinStandardHelpOptions = true,
        description = {
            "Measures many services in one night: the newest commit of each against the last one that passed a night, the"
                    + " riskiest first. Where a rule broke, bisect searches for the commit between the two.",
            "What earlier nights found comes from each service's history; a night that was ended goes on where it was."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no service failed",
            "1:a must rule of at least one service is broken",
            "2:wrong command line",
            "3:none failed, and at least one could not be measured",
            "4:with --fail-on-inconclusive, none of these, but not enough evidence or time for at least one"
        })
public final class NightlyCommand implements Callable<Integer> {
    private static final String JOB = "job.yaml";

    /** Nights after which the last good build of a service is compared with itself again. */
    private static final int CHECKED_EVERY = 10;

    /** The time limit of the search for one commit. */
    private static final Duration SEARCH = Duration.ofHours(1);

    @Option(
            names = "--services",
            paramLabel = "DIR",
            required = true,
            description = "A folder with a folder for each service, which has its plan (flamegate.yaml) and is in its"
                    + " checkout; links are followed.")
    @SuppressWarnings("NullAway.Init")
    private Path services;

    @Option(names = "--service", paramLabel = "NAME", description = "Only the service in this folder; can be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "1",
            description = "How many are measured at the same time (default: 1). More than 1 needs --runner kubernetes:"
                    + " two measurements on one machine disturb each other.")
    private int slots;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "Time limit of the night, such as 8h: nothing is started that would exceed it (default: 8h).")
    private Duration budget = Duration.ofHours(8);

    @Option(
            names = "--revision",
            paramLabel = "REV",
            defaultValue = "HEAD",
            description = "The newest commit of each checkout (default: HEAD).")
    @SuppressWarnings("NullAway.Init")
    private String revision;

    @Option(
            names = "--first",
            paramLabel = "REV",
            description = "What a service is compared with before its first night has passed, such as a release"
                    + " (default: the commit before the newest).")
    private @Nullable String first;

    @Option(
            names = "--runner",
            paramLabel = "NAME",
            defaultValue = "process",
            description = "Where it is measured: process (this machine) or kubernetes (a Job for each).")
    @SuppressWarnings("NullAway.Init")
    private Place place;

    @Option(
            names = "--job",
            paramLabel = "FILE",
            description = "The manifest of the Jobs (default: job.yaml in the service's folder, else in DIR).")
    private @Nullable Path job;

    @Option(names = "--namespace", paramLabel = "NAME", description = "The namespace of the Jobs.")
    private @Nullable String namespace;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder for nightly.json and a folder of reports for each service (default: build/nightly).")
    private Path report = Path.of("build", "nightly");

    @Mixin
    private DryRunOption dry = new DryRunOption();

    @Mixin
    private InconclusiveOption inconclusive = new InconclusiveOption();

    @Mixin
    private JsonOption json = new JsonOption();

    @Mixin
    private ProgressOptions told = new ProgressOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    enum Place {
        PROCESS,
        KUBERNETES
    }

    @Override
    public Integer call() throws InterruptedException {
        check();
        Options progressing = new Options();
        progressing.progress = told;
        NightServices all = new NightServices(services, only, revision, first, place == Place.KUBERNETES);
        try (Reporting reporting = new Reporting(progressing, spec.commandLine().getErr())) {
            all.read(reporting.progress());
            List<Night.Service> measured = all.measured();
            List<ServiceNight> others = all.others();
            if (dry.isGiven()) {
                reporting.clear();
                return plan(measured, others);
            }
            NightReport night = Reporting.untilInterrupted(started -> night(started, measured, others, reporting));
            reporting.clear();
            return write(night);
        }
    }

    private void check() {
        if (slots < 1) {
            throw new UsageProblem("--slots " + slots + ": at least 1");
        } else if (slots > 1 && place == Place.PROCESS) {
            throw new UsageProblem("--slots " + slots + ": two measurements on one machine disturb each other, so that"
                    + " what one costs depends on the other; measure one at a time, or --runner kubernetes, where each"
                    + " has CPUs of its own");
        } else if (place == Place.PROCESS && (job != null || namespace != null)) {
            throw new UsageProblem("--job and --namespace are for --runner kubernetes");
        }
    }

    private int plan(List<Night.Service> measured, List<ServiceNight> others) {
        PrintWriter out = spec.commandLine().getOut();
        measured.stream()
                .sorted(Comparator.comparingDouble(Night.Service::risk)
                        .reversed()
                        .thenComparing(Night.Service::name))
                .forEach(service -> out.println(Names.visible(service.name()) + ": "
                        + Names.plural(service.standing().commits(), "commit") + ", "
                        + Names.plural(service.standing().lines(), "line") + " since "
                        + Names.commit(service.standing().good()) + ", risk "
                        + Numbers.number(service.risk(), 2)));
        others.forEach(service -> out.println(Names.visible(service.name() + ": " + service.because())));
        return Night.exitCode(new NightReport(Instant.now(), Duration.ZERO, slots, 0, 0, others), inconclusive.fails());
    }

    private NightReport night(
            CloseableRegistry started, List<Night.Service> measured, List<ServiceNight> others, Reporting reporting)
            throws InterruptedException {
        if (measured.isEmpty()) {
            return new NightReport(Instant.now(), Duration.ZERO, slots, 0, 0, others);
        }
        Path reports = report.toAbsolutePath().normalize();
        if (place == Place.PROCESS) {
            return night(
                    new Processes(List.of(Installation.program().toString()), reports, started),
                    measured,
                    others,
                    reporting);
        }
        KubernetesSpec usual = KubernetesSpec.USUAL;
        KubernetesSpec where =
                new KubernetesSpec(null, namespace, usual.nodeSelector(), null, null, usual.reach(), usual.pending());
        GateJobs.Provider provider = Extensions.only(GateJobs.Provider.class)
                .orElseThrow(() -> new UsageProblem(
                        "--runner kubernetes: the extension for clusters is missing in lib/extensions"));
        try (GateJobs cluster = started.start(() -> provider.open(where), GateJobs::close)) {
            return night(new Jobs(cluster, this::manifest, reports), measured, others, reporting);
        }
    }

    private NightReport night(
            Runner runner, List<Night.Service> measured, List<ServiceNight> others, Reporting reporting)
            throws InterruptedException {
        long day = LocalDate.now(ZoneOffset.UTC).toEpochDay();
        Predicate<String> isChecked = name -> Math.floorMod(name.hashCode() + day, CHECKED_EVERY) == 0;
        return new Night(slots, budget, SEARCH, runner, reporting.progress(), System::nanoTime, isChecked)
                .run(measured, others);
    }

    private Path manifest(String name) {
        Path own = services.resolve(name).resolve(JOB);
        return job != null ? job : Files.exists(own) ? own : services.resolve(JOB);
    }

    private int write(NightReport night) {
        int code = Night.exitCode(night, inconclusive.fails());
        String object = NightJson.of(night, code).toPrettyString() + "\n";
        try {
            Path folder = Files.createDirectories(report);
            Files.writeString(folder.resolve("nightly.json"), object, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new StoreFailed("nightly.json could not be written in " + report + ": " + e, e);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.print(object);
        } else {
            boolean colour = Console.showsColour();
            out.print(NightText.summary(night, new Terminal(Console.width(), colour)));
        }
        out.flush();
        return code;
    }
}
