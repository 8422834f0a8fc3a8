package dev.flamegate.gate.facts;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.gate.measure.MeasuredTrial;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.HostSpeed;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.os.Secrets;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.ProfileSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.Host;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Facts about a run: those to show in the report, and those that must be equal in comparable runs. */
public final class RunFacts {
    private final MeasurementPlan setup;
    private final TargetRuntime runtime;
    private final Build build;
    private final Optional<HostSpeed> speed;

    /**
     * One build.
     *
     * @param target as the plan or the arm has it, and as it is started
     * @param name of what is started, for people; a copy has the name of what it is a copy of
     * @param revision it was built from, where it is not the one checked out
     * @param arm that it is the build of; {@code null} outside of a comparison
     */
    public record Build(
            TargetSpec target,
            String name,
            Optional<String> revision,
            @Nullable ArmSpec arm) {
        public static Build of(Plan plan) {
            return new Build(plan.target(), plan.target().subject().text(), Optional.empty(), null);
        }
    }

    /**
     * Facts of runs of one build.
     *
     * @param speed of this host, where it was measured
     */
    public RunFacts(MeasurementPlan setup, TargetRuntime runtime, Build build, Optional<HostSpeed> speed) {
        this.setup = setup;
        this.speed = speed;
        this.runtime = runtime;
        this.build = build;
    }

    /**
     * The record of what was measured.
     *
     * @param trials at least one
     */
    public ProfiledRun run(String id, Instant started, List<MeasuredTrial> trials) throws InterruptedException {
        Run run = run(id, started, trials.get(0).facts())
                .withTrials(trials.stream()
                        .map(MeasuredTrial::trial)
                        .map(trial -> trial.with(trial.faults().map(Secrets::text)))
                        .toList());
        return new ProfiledRun(run, trials.stream().map(MeasuredTrial::profiles).toList());
    }

    /**
     * The record of a build of which nothing was measured yet.
     *
     * @param facts about its virtual machine
     */
    public Run run(String id, Instant started, ProbeFacts facts) throws InterruptedException {
        Map<String, String> context = new LinkedHashMap<>(
                BuildContext.of(setup.folder(), build.revision(), build.target().environment()));
        context.putAll(context(facts));
        return new Run(
                id,
                setup.plan().service(),
                started,
                runtime.name(),
                runtime.cpus(),
                context,
                new Fingerprint(fingerprint(facts)),
                List.of(),
                Map.of(),
                Stream.concat(runtime.warnings().stream(), setup.policy().warning().stream())
                        .toList());
    }

    /**
     * The facts that must be equal: machine, kernel, JDK and its options, limits, load with its simulation, profile,
     * and agents. Never the jar or its environment, which are what a comparison is about.
     */
    private Map<String, String> fingerprint(ProbeFacts probe) throws InterruptedException {
        Map<String, String> parts = new LinkedHashMap<>(Host.facts());
        Plan plan = setup.plan();
        TargetSpec planned = plan.target();
        LoadSpec load = plan.load();
        parts.put(Fingerprint.MEMORY, Host.memory());
        parts.put("runtime", runtime.name());
        parts.putAll(runtime.fingerprint());
        parts.put(Fingerprint.JDK, JvmContext.jdk(probe));
        parts.put("java-options", Secrets.options(String.join(" ", planned.javaOptions())));
        parts.put("limits.cpus", or(planned.limits().cpus(), "all"));
        parts.put("limits.memory", or(planned.limits().memoryBytes(), "all"));
        if (load.command() == null) {
            parts.put("load.simulation", load.simulation());
            SimulationContent.of(load.simulation(), load.classpath(), setup.folder())
                    .ifPresent(content -> parts.put(Fingerprint.SIMULATION, content));
        } else {
            parts.put(
                    "load.command",
                    Secrets.options(String.join(" ", load.command().words())));
            parts.put("load.results", load.command().results().name().toLowerCase(Locale.ROOT));
            SimulationContent.of(load.command(), setup.folder())
                    .ifPresent(content -> parts.put(Fingerprint.SIMULATION, content));
        }
        if (load.injectors() > 1) {
            parts.put("load.injectors", Integer.toString(load.injectors()));
        }
        parts.put("load.properties", Secrets.distinct(load.properties()).toString());
        parts.put("load.measure", seconds(load.measure()));
        parts.put(
                "load.warm-up",
                seconds(load.warmUp().atLeast()) + " to "
                        + seconds(load.warmUp().atMost())
                        + hurry(load));
        parts.put("profile", profile(plan.profile()));
        for (BesideSpec one : plan.beside()) {
            parts.put("beside." + one.name(), BuildIdentity.of(one, setup.folder(), runtime));
        }
        plan.hooks().forEach(hook -> parts.put(hook.name(), Secrets.options(String.join(" ", hook.command()))));
        if (planned.data() != null) {
            parts.put("target.data", Sha256.of(BuildIdentity.data(plan, setup.folder())));
        }
        if (!probe.javaVersion().isEmpty()) {
            AgentFacts.version(setup.installation().pyroscope()).ifPresent(one -> parts.put(Fingerprint.PROFILER, one));
            AgentFacts.content(setup.installation().probe()).ifPresent(one -> parts.put(Fingerprint.PROBE, one));
        }
        return parts;
    }

    /** The profile settings for the fingerprint: profiling costs the target CPU, by the wall clock most of all. */
    private static String profile(ProfileSpec profile) {
        String events = profile.events().stream().map(ProfileEvent::key).collect(Collectors.joining(", "));
        if (profile.profiler() == ProfileSpec.Profiler.OTLP) {
            return events + " by OTLP";
        }
        String wall = profile.events().contains(ProfileEvent.WALL)
                ? ", wall every " + AgentSettings.WALL.toMillis() + " ms"
                : "";
        return events + " every " + profile.interval().toMillis() + " ms" + wall;
    }

    /** The factor of a hurried load; empty for other loads, comparable with versions that never hurried. */
    private static String hurry(LoadSpec load) {
        int times = load.command() == null ? load.warmUp().hurry() : 1;
        return times > 1 ? ", hurried " + times + " times" : "";
    }

    /** Facts for the report: the target's file with its checksum, its virtual machine, the host, this tool. */
    private Map<String, String> context(ProbeFacts probe) {
        Map<String, String> context = new LinkedHashMap<>();
        TargetSpec target = build.target();
        context.put(Run.TARGET, Secrets.options(build.name()));
        ArmSpec arm = build.arm();
        if (arm != null) {
            context.put(Run.ARM, Secrets.options(arm.words()));
        }
        if (arm != null && arm.changes().jdk() != null) {
            context.put(Run.ARM_JDK, arm.changes().jdk());
        }
        Optional<AppFiles> app = Optional.empty();
        if (target.runtime() != TargetSpec.Runtime.ATTACH) {
            app = AppFiles.of(target.subject(), setup.folder());
            app.ifPresent(files -> context.put("target.sha256", files.content()));
        }
        setup.policy().text().ifPresent(text -> context.put(Run.POLICY, text));
        setup.labels().context().forEach((name, value) -> context.put(name, Secrets.text(value)));
        context.putAll(runtime.context(target));
        context.putAll(JvmContext.of(probe, target.javaOptions(), target.command()));
        app.flatMap(AppFiles::jar)
                .ifPresent(jar -> AppLibraries.merged(jar)
                        .forEach((library, version) ->
                                context.putIfAbsent(Run.JAR + library, version + ", unpacked into the target's jar")));
        if (arm != null) {
            arm.changes().replace().forEach((library, path) -> nameReplaced(context, library, path));
        }
        context.putAll(Host.facts());
        speed.ifPresent(known -> context.put(Run.HOST_SPEED, known.text()));
        context.put("flamegate", Installation.version());
        return context;
    }

    /** Shows the version of a replaced library, whose jar has the file name of the original version. */
    private static void nameReplaced(Map<String, String> context, String library, String path) {
        LibraryFile file = LibraryFile.of(String.valueOf(Path.of(path).getFileName()));
        String version = file.version().orElse(file.name());
        context.computeIfPresent(
                Run.JAR + library,
                (key, jar) -> version + (jar.contains(", ") ? jar.substring(jar.indexOf(", ")) : ", " + jar));
    }

    private static String or(@Nullable Object value, String otherwise) {
        return value == null ? otherwise : value.toString();
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
