package dev.flamegate.containers;

import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.containers.engine.ContainerLimits;
import dev.flamegate.containers.engine.ContainerTarget;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.EngineSearch;
import dev.flamegate.containers.engine.ImagePull;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.Sweep;
import dev.flamegate.containers.engine.TargetSetup;
import dev.flamegate.containers.servers.ObservabilityStack;
import dev.flamegate.containers.servers.StackSetup;
import dev.flamegate.extension.Extensions;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.ServersSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.Listeners;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.ServerMetrics;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.OptionPaths;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Targets in containers, next to a Prometheus and a Pyroscope that are started with the first target and removed at the
 * end.
 */
final class ContainerRuntime implements TargetRuntime {
    private static final String PROBE = TargetSetup.FOLDER + "flamegate-probe.jar";
    private static final String AGENT = TargetSetup.FOLDER + "agent.jar";

    /** The first port that is tried inside a container; services may not listen on those below 1024. */
    private static final int FIRST_PORT = 1024;

    private static final int LAST_PORT = 65535;

    private final MeasurementPlan setup;
    private final Engine engine;
    private final Images images;
    private final ContainerLimits limits;
    private final CpuSet cpus;
    private final @Nullable ServerMetrics reader =
            Extensions.only(ServerMetrics.class).orElse(null);
    private final List<PlacedTarget> places = new ArrayList<>();
    private final Map<String, String> seen = new LinkedHashMap<>();
    private @Nullable ObservabilityStack stack;
    private boolean closed;
    private final List<StartedContainer> running = new ArrayList<>();
    private final Object ending = new Object();

    /**
     * Finds the engine and removes what dead gates left in it.
     *
     * @throws dev.flamegate.targets.TargetFailed when there is no engine
     */
    ContainerRuntime(MeasurementPlan setup) {
        this.setup = setup;
        this.images = Images.of(setup.plan().servers().images());
        this.engine = EngineSearch.now().orThrow();
        Sweep.run(engine);
        TargetSpec.Limits wanted = setup.plan().target().limits();
        this.limits = ContainerLimits.of(wanted, engine);
        this.cpus = CpuSet.of(wanted.cpus());
    }

    @Override
    public String name() {
        return "container";
    }

    @Override
    public double cpus() {
        Double wanted = setup.plan().target().limits().cpus();
        double all = engine.facts().cpus();
        return wanted == null ? all : Math.min(wanted, all);
    }

    @Override
    public OptionalDouble sharedCpus() {
        return OptionalDouble.of(cpus.isPinned() ? cpus.cpus() : engine.facts().cpus());
    }

    @Override
    public List<String> generatorPrefix() {
        return engine.isHere() ? CpuSet.prefix(cpus.generator()) : List.of();
    }

    @Override
    public synchronized List<Warning> warnings() {
        return stack == null ? List.of() : stack.warnings();
    }

    /** Gives every target the plan's port inside its container, and an unused one outside. */
    @Override
    public synchronized PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        checkFits(spec);
        Map<String, String> values = new LinkedHashMap<>();
        values.put(Placeholders.ARM, side.name().toLowerCase(Locale.ROOT));
        int port = spec.port();
        for (String name : spec.furtherPorts()) {
            port = port == LAST_PORT ? FIRST_PORT : port + 1;
            values.put(Placeholders.port(name), String.valueOf(port));
        }
        PlacedTarget placed = new PlacedTarget(
                spec.filled(new Placeholders(values)).atPort(spec.port()),
                ContainerTarget.baseUrl(engine, FreePort.find()),
                side,
                arm == null ? Map.of() : arm.labels(),
                Placeholders.NONE);
        places.add(placed);
        return placed;
    }

    /** Refuses targets that need this machine's files, which a container does not see. */
    private void checkFits(TargetSpec spec) {
        if (spec.takesWork() || spec.data() != null) {
            throw new TargetFailed(
                    Placeholders.WORK + " and target: data: apply to plain processes, but the target runs in"
                            + " a container: a container's own files are fresh at every start");
        }
        if (!setup.plan().beside().isEmpty()) {
            throw new TargetFailed("beside: applies to plain processes, but the target runs in a container");
        }
        if (spec.jdk() != null) {
            throw new TargetFailed("jdk: " + spec.jdk() + " applies to plain processes, but the target runs in a"
                    + " container: set images: jre to an image with that JDK");
        }
        List<Path> files = spec.jar() == null ? List.of() : OptionPaths.files(spec.javaOptions(), setup.folder());
        if (!files.isEmpty()) {
            throw new TargetFailed("a Java option names " + files.get(0) + ", a file of this machine that a container"
                    + " does not see: use runtime: process, or an image that contains it");
        }
    }

    @Override
    public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) throws InterruptedException {
        ObservabilityStack servers = stack(work);
        Listeners listeners =
                Listeners.open(engine.gateAddress(), setup, pyroscope(servers), setup.profileLabels(placed));
        try {
            Agents agents = listeners.agents(setup, PROBE, AGENT, engine.gateHost());
            if (startsOnAllCpus()) {
                agents = agents.after(CpuSet.processors(cpus(), placed.spec().javaOptions()));
            }
            ContainerTarget target = ContainerTarget.start(
                    engine,
                    new TargetSetup(
                            placed.spec(),
                            setup.folder(),
                            agents,
                            files(),
                            startsOnAllCpus() ? limits.withoutCpus() : limits,
                            limits,
                            servers == null ? null : servers.network(),
                            placed.alias(),
                            placed.baseUrl().getPort(),
                            work.resolve("target.log"),
                            images,
                            ImagePull.Limits.USUAL,
                            setup.slowSteps()));
            return started(new StartedContainer(setup, placed, target, listeners, servers, reader, this::ended));
        } catch (RuntimeException | InterruptedException e) {
            listeners.close();
            throw e;
        }
    }

    /** The gate's own files in the container. */
    private Map<String, Path> files() {
        Path agent = setup.agent();
        Path probe = setup.installation().probe();
        return agent == null ? Map.of(PROBE, probe) : Map.of(PROBE, probe, AGENT, agent);
    }

    /** True if the target may start on all CPUs; Podman, for one, cannot change limits later. */
    private boolean startsOnAllCpus() {
        boolean limited = !limits.equals(limits.withoutCpus());
        return limited && !setup.measuresStart() && engine.facts().name().startsWith("Docker");
    }

    private synchronized StartedContainer started(StartedContainer container) {
        seen.putAll(container.target().context());
        running.add(container);
        return container;
    }

    @Override
    public String identity(TargetSpec spec) throws InterruptedException {
        if (spec.image() != null) {
            String name = images.prefixed(spec.image());
            engine.need(name, ImagePull.Limits.USUAL, setup.slowSteps());
            return engine.imageId(name);
        }
        return spec.jar() == null ? "" : Sha256.of(setup.folder().resolve(spec.jar()));
    }

    @Override
    public Map<String, String> fingerprint() {
        return Map.of("container.jre", images.name(Images.Image.JRE));
    }

    @Override
    public synchronized Map<String, String> context(TargetSpec spec) {
        Map<String, String> context = new LinkedHashMap<>(engine.context());
        context.putAll(seen);
        if (stack != null) {
            context.putAll(stack.context());
        }
        return context;
    }

    /** Closes the runtime. Of two threads, the interrupt's and the measuring one, the later waits for the earlier. */
    @Override
    public void close() {
        synchronized (ending) {
            List<StartedContainer> targets;
            ObservabilityStack servers;
            synchronized (this) {
                if (closed) {
                    return;
                }
                closed = true;
                targets = List.copyOf(running);
                servers = stack;
            }
            targets.forEach(StartedContainer::close);
            if (servers != null) {
                servers.close();
            }
            engine.close();
        }
    }

    /** The servers next to the targets; {@code null} when the plan wants none started, or nothing here reads them. */
    private synchronized @Nullable ObservabilityStack stack(Path work) {
        ServersSpec servers = setup.plan().servers();
        boolean prometheus =
                servers.prometheus().used() && setup.plan().target().metrics() != null;
        if (stack == null && prometheus && !closed && reader != null) {
            boolean own = servers.pyroscope().used() && servers.pyroscope().server() == null && setup.profiles();
            stack = ObservabilityStack.start(
                    engine,
                    new StackSetup(
                            places.stream().map(this::scraped).distinct().toList(),
                            own ? StackSetup.Pyroscope.WANTED : StackSetup.Pyroscope.OFF,
                            limits.beside(engine),
                            work.resolveSibling("servers"),
                            images,
                            ImagePull.Limits.USUAL,
                            setup.slowSteps()));
        }
        return stack;
    }

    private StackSetup.ScrapeTarget scraped(PlacedTarget placed) {
        var metrics = placed.spec().metrics();
        return new StackSetup.ScrapeTarget(
                placed.alias(),
                placed.spec().port(),
                metrics == null ? "/metrics" : metrics.path(),
                setup.plan().service(),
                placed.alias());
    }

    /** The Pyroscope that gets a copy of the profiles: the plan's, else the one started here; {@code null} for none. */
    private @Nullable ServerAddress pyroscope(@Nullable ObservabilityStack servers) throws InterruptedException {
        ServerAddress planned = setup.pyroscope();
        if (planned != null || servers == null) {
            return planned;
        }
        servers.awaitReady();
        return servers.pyroscope().map(ServerAddress::of).orElse(null);
    }

    private synchronized void ended(StartedContainer target) {
        running.remove(target);
        seen.putAll(target.target().context());
    }
}
