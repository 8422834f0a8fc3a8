package dev.flamegate.runtime;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.JarPlace;
import dev.flamegate.targets.OptionPaths;
import dev.flamegate.targets.ProcessTarget;
import dev.flamegate.targets.Target;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.targets.WorkFolder;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** Runs targets as processes of this host. */
public final class ProcessRuntime implements TargetRuntime {
    private final MeasurementPlan setup;
    private final CpuSet cpus;
    private final Set<Integer> ports = new HashSet<>();
    private final List<JarPlace> jars = new ArrayList<>();
    private final BesidePrograms besidePrograms;
    private final FastStarts fastStarts;

    /** A runtime for the targets of a plan. */
    public ProcessRuntime(MeasurementPlan setup) {
        this.setup = setup;
        this.cpus = CpuSet.of(setup.plan().target().limits().cpus());
        this.besidePrograms = new BesidePrograms(setup, cpus, this::freePort);
        this.fastStarts = new FastStarts(setup);
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public double cpus() {
        return cpus.cpus();
    }

    @Override
    public OptionalDouble sharedCpus() {
        return OptionalDouble.of(
                cpus.isPinned() ? cpus.cpus() : CpuSet.allowed().size());
    }

    @Override
    public List<String> generatorPrefix() {
        return CpuSet.prefix(besidePrograms.generator());
    }

    @Override
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        cpus.warning().ifPresent(why -> warnings.add(new Warning(Notice.CPU_LIMIT, why)));
        besidePrograms.warning().ifPresent(warnings::add);
        if (setup.plan().target().limits().memoryBytes() != null) {
            warnings.add(new Warning(
                    Notice.MEMORY_LIMIT,
                    "limits: memory is not enforced on a plain process; set -Xmx, or use runtime: container"));
        }
        return warnings;
    }

    /** Places a target: the baseline at the plan's port, the candidate at a free one; further ports are free ones. */
    @Override
    public PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        ports.add(spec.port());
        int port = arm != null && side == Arm.CANDIDATE ? free(() -> FreePort.like(spec.port())) : spec.port();
        Map<String, String> values = new LinkedHashMap<>();
        spec.furtherPorts().forEach(name -> values.put(Placeholders.port(name), String.valueOf(freePort())));
        Placeholders further = new Placeholders(values);
        values.put(Placeholders.ARM, side.name().toLowerCase(Locale.ROOT));
        TargetSpec at = (arm == null ? spec : comparable(spec))
                .filled(new Placeholders(values))
                .atPort(port);
        return new PlacedTarget(at, ProcessTarget.baseUrl(at), side, arm == null ? Map.of() : arm.labels(), further);
    }

    /** The target from a path that is as long as the other arm's. */
    private TargetSpec comparable(TargetSpec spec) {
        Optional<JarPlace> place = JarPlace.of(spec, setup.folder());
        place.ifPresent(jars::add);
        return place.map(JarPlace::spec).orElse(spec);
    }

    /** A free port that no other place was given. */
    private int freePort() {
        return free(FreePort::find);
    }

    private int free(IntSupplier finder) {
        int port = finder.getAsInt();
        while (!ports.add(port)) {
            port = finder.getAsInt();
        }
        return port;
    }

    @Override
    public void hastenStarts(List<PlacedTarget> targets) throws InterruptedException {
        if (targets.stream().allMatch(this::isInFolderOfItsOwn)) {
            fastStarts.prepare(targets);
        }
    }

    private boolean isInFolderOfItsOwn(PlacedTarget target) {
        return jars.stream()
                .anyMatch(place ->
                        Objects.equals(place.spec().jar(), target.spec().jar()));
    }

    @Override
    public StartEnvironment startEnvironment(PlacedTarget placed, Path work) throws InterruptedException {
        StartEnvironment beside = besidePrograms.start(placed.side(), work);
        boolean takesWork = placed.spec().takesWork()
                || setup.plan().hooks().stream()
                        .anyMatch(hook -> Placeholders.in(hook.command()).contains(Placeholders.WORK));
        try {
            return takesWork
                    ? beside.with(WorkFolder.create(
                            setup.folder(), "target", placed.spec().data()))
                    : beside;
        } catch (RuntimeException e) {
            beside.close();
            throw e;
        }
    }

    @Override
    public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) {
        TargetSpec spec = placed.spec().filled(around.values());
        if (!spec.reached().isEmpty()) {
            throw new TargetFailed("there is no " + spec.reached().first()
                    + " in the plan's beside, whose address the target is to get");
        }
        Listeners listeners =
                Listeners.open(InetAddress.getLoopbackAddress(), setup, setup.pyroscope(), setup.profileLabels(placed));
        try {
            Agents agents = listeners.agents(
                    setup,
                    setup.installation().probe().toString(),
                    String.valueOf(setup.agent()),
                    InetAddress.getLoopbackAddress().getHostAddress());
            Target target = ProcessTarget.start(
                    spec,
                    setup.folder(),
                    agents.after(cpus.javaOptions(placed.spec().javaOptions())),
                    startsOnAllCpus() ? List.of() : CpuSet.prefix(cpus.target()),
                    work.resolve("target.log"),
                    setup.children());
            return new StartedProcess(setup, placed, target, listeners, around, startsOnAllCpus() ? cpus : null);
        } catch (RuntimeException e) {
            listeners.close();
            throw e;
        }
    }

    /**
     * True if the target starts on all CPUs: one that is kept to few CPUs starts and warms up much faster on all of
     * them. False if a rule judges its start.
     */
    private boolean startsOnAllCpus() {
        return cpus.isPinned() && !setup.measuresStart();
    }

    @Override
    public String identity(TargetSpec spec) {
        Optional<String> content = AppFiles.of(spec.subject(), setup.folder()).map(AppFiles::content);
        List<String> parts = new ArrayList<>();
        parts.add(spec.jar() == null ? spec.subject().text() + " " + content.orElse("") : content.orElse("unreadable"));
        if (spec.jdk() != null) {
            parts.add("JDK "
                    + Sha256.of(ProcessTarget.javaHome(spec, setup.folder()).resolve("release")));
        }
        OptionPaths.files(spec.javaOptions(), setup.folder()).stream()
                .filter(Files::isRegularFile)
                .forEach(file -> parts.add(Sha256.of(file)));
        return String.join(" ", parts);
    }

    @Override
    public String content(BesideSpec beside) throws InterruptedException {
        return besidePrograms.content(beside);
    }

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public Map<String, String> context(TargetSpec spec) {
        return Map.of();
    }

    @Override
    public void close() {
        // Other processes are noted among the gate's children, which end with it.
        besidePrograms.close();
        jars.forEach(JarPlace::close);
    }
}
