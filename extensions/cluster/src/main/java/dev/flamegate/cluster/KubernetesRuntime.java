package dev.flamegate.cluster;

import dev.flamegate.cluster.injectors.InjectorPlace;
import dev.flamegate.cluster.injectors.LoadArchive;
import dev.flamegate.cluster.injectors.RemoteGenerator;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.format.Names;
import dev.flamegate.load.Injectors;
import dev.flamegate.load.LoadGenerator;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.KubernetesSpec.Reach;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.Listeners;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.TargetFailed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Targets as pods of a Kubernetes cluster: one for each start. All of a measurement run on the node of the first, so
 * that nodes that differ are not taken for builds that differ. Their agents reach the gate through the port-forward by
 * which it reaches them, from wherever it runs.
 */
final class KubernetesRuntime implements TargetRuntime {
    /** A foreign gate's objects are left alone for so long after its budget. */
    private static final Duration RUN_LIVES = Duration.ofHours(12);

    private final MeasurementPlan setup;
    private final KubernetesSpec kubernetes;
    private final Cluster cluster;
    private final PodPermissions permissions = PodPermissions.of(System.getenv());
    private final String id = UUID.randomUUID().toString();
    private final Map<Arm, Integer> starts = new EnumMap<>(Arm.class);
    private final Map<String, String> seen = new LinkedHashMap<>();
    private final Map<String, URI> services = new HashMap<>();
    private @Nullable RunObjects run;
    private @Nullable InjectorJob injectors;
    private @Nullable String node;
    private ProbeFacts facts = ProbeFacts.unknown();

    /**
     * Finds the cluster, and removes leftovers of dead gates from its namespace.
     *
     * @throws TargetFailed when there is no cluster, or a right is missing
     */
    KubernetesRuntime(MeasurementPlan setup) {
        this.setup = setup;
        this.kubernetes = setup.plan().target().kubernetes();
        this.cluster = Cluster.open(kubernetes);
        try {
            Right.require(cluster, kubernetes.reach() == Reach.SERVICE, loadPods() != null);
            Leftovers.sweep(cluster);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return "kubernetes";
    }

    /** The limit; without one the CPUs that the last target saw. */
    @Override
    public synchronized double cpus() {
        Double limit = setup.plan().target().limits().cpus();
        return limit == null ? Math.max(1, facts.processors()) : limit;
    }

    @Override
    public List<String> generatorPrefix() {
        return List.of();
    }

    @Override
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        if (kubernetes.reach() == Reach.PORT_FORWARD && loadPods() == null) {
            warnings.add(new Warning(
                    Notice.PORT_FORWARD,
                    "requests went through the cluster's API server and a port-forward, which adds to every latency and"
                            + " limits the rate: CPU, allocation and profiles are not affected. A gate inside the cluster"
                            + " can use target: kubernetes: reach: service"));
        }
        TargetSpec.Limits limits = setup.plan().target().limits();
        if (kubernetes.manifest() == null && (limits.cpus() == null || limits.memoryBytes() == null)) {
            warnings.add(new Warning(
                    Notice.POD_LIMITS,
                    "the pod asked for no guaranteed CPU and memory, so how busy its node was is in the figures: set"
                            + " target: limits: cpus and memory"));
        }
        besideTarget().ifPresent(warnings::add);
        return warnings;
    }

    private synchronized Optional<Warning> besideTarget() {
        List<String> nodes = injectors == null ? List.of() : injectors.nodes();
        long beside = nodes.stream().filter(one -> one.equals(node)).count();
        return beside == 0
                ? Optional.empty()
                : Optional.of(new Warning(
                        Notice.INJECTORS_BESIDE_TARGET,
                        beside + " of " + Names.plural(nodes.size(), "injector") + " ran on the target's node, " + node
                                + ", and shared its caches, memory and network"));
    }

    private LoadSpec.@Nullable Pods loadPods() {
        return setup.plan().load().pods();
    }

    /** Injectors in the cluster send to the Service, however the gate reaches the target. */
    @Override
    public URI loadUrl(PlacedTarget placed) {
        return loadPods() == null
                ? placed.baseUrl()
                : service(placed.alias(), placed.spec().port());
    }

    @Override
    public synchronized Optional<LoadGenerator> generator() {
        LoadSpec.Pods pods = loadPods();
        if (pods == null) {
            return Optional.empty();
        }
        LoadSpec load = setup.plan().load();
        LoadArchive archive = new LoadArchive(load, setup.folder());
        return Optional.of(Injectors.of(
                load.injectors(), share -> new RemoteGenerator(load, share, archive, new Pod(pods, share.number()))));
    }

    /** One injector of the Job, which is made when the first of them is needed. */
    private final class Pod implements InjectorPlace {
        private final LoadSpec.Pods pods;
        private final int number;

        Pod(LoadSpec.Pods pods, int number) {
            this.pods = pods;
            this.number = number;
        }

        @Override
        public InetSocketAddress await() throws InterruptedException {
            return job(pods).await(number);
        }

        @Override
        public String token() {
            return job(pods).token();
        }

        @Override
        public double cpus() {
            return job(pods).cpus();
        }

        @Override
        public String fate() {
            return job(pods).fate(number);
        }
    }

    private synchronized InjectorJob job(LoadSpec.Pods pods) {
        if (injectors == null) {
            String image = pods.image();
            injectors = new InjectorJob(
                    run(),
                    new InjectorSetup(
                            kubernetes,
                            pods,
                            image == null ? "flamegate:" + Installation.version() : image,
                            setup.plan().load().injectors(),
                            Token.random().hex(),
                            InjectorSetup.deadline(setup.plan())),
                    setup.slowSteps());
        }
        return injectors;
    }

    @Override
    public PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        PodSetup.checkFits(spec, setup.plan().beside());
        String alias = side.name().toLowerCase(Locale.ROOT);
        TargetSpec filled =
                spec.filled(new Placeholders(Map.of(Placeholders.ARM, alias))).atPort(spec.port());
        return new PlacedTarget(
                filled,
                kubernetes.reach() == Reach.SERVICE
                        ? service(alias, spec.port())
                        : URI.create(
                                "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + FreePort.find()),
                side,
                arm == null ? Map.of() : arm.labels(),
                Placeholders.NONE);
    }

    /** One for each side: several candidates of one baseline follow each other behind theirs. */
    private synchronized URI service(String alias, int port) {
        return services.computeIfAbsent(alias + ":" + port, none -> TargetService.create(run(), alias, port));
    }

    private synchronized RunObjects run() {
        if (run == null) {
            run = RunObjects.create(
                    cluster,
                    setup.installation().probe(),
                    RUN_LIVES.plus(setup.plan().compare().budget()));
        }
        return run;
    }

    @Override
    public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) throws InterruptedException {
        Listeners listeners =
                Listeners.open(InetAddress.getLoopbackAddress(), setup, setup.pyroscope(), setup.profileLabels(placed));
        try {
            int relay = relayPort(placed.spec().port());
            TargetPod pod = TargetPod.create(
                    run(),
                    new PodSetup(
                            placed.spec(),
                            kubernetes.manifest() == null ? null : setup.text(kubernetes.manifest()),
                            placed.alias(),
                            next(placed.side()),
                            listeners.relayed(setup, PodSetup.probe(), relay, PodSetup.PROFILER_FOLDER),
                            node(),
                            permissions,
                            PodSetup.deadline(setup.plan())),
                    placed.baseUrl(),
                    work.resolve("target.log"),
                    setup.slowSteps());
            try {
                if (node() == null) {
                    pinned(pod.awaitNode());
                }
                return new StartedPod(cluster, setup, placed, pod, listeners, relay, this::seen);
            } catch (RuntimeException | InterruptedException e) {
                pod.close();
                throw e;
            }
        } catch (RuntimeException | InterruptedException e) {
            listeners.close();
            throw e;
        }
    }

    /** A port that is free here is as good as any in a pod, where few are taken. */
    private static int relayPort(int taken) {
        int port = FreePort.find();
        while (port == taken) {
            port = FreePort.find();
        }
        return port;
    }

    private synchronized int next(Arm side) {
        return starts.merge(side, 1, Integer::sum);
    }

    private synchronized @Nullable String node() {
        return node;
    }

    private synchronized void pinned(String name) {
        node = name;
    }

    /** A tag's image is known only once it runs, so builds without a digest belong to this measurement alone. */
    @Override
    public String identity(TargetSpec spec) {
        String image = String.valueOf(spec.image());
        return image.contains("@sha256:") ? image : image + " " + id;
    }

    /** The node's processor, not its name: another node of the same kind is as good. */
    @Override
    public synchronized Map<String, String> fingerprint() {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(
                "kubernetes.reach",
                kubernetes.reach().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        LoadSpec.Pods pods = loadPods();
        if (pods != null) {
            parts.put("kubernetes.load.cpus", String.valueOf(pods.limits().cpus()));
            parts.put("kubernetes.load.memory", String.valueOf(pods.limits().memoryBytes()));
            parts.put("kubernetes.load.node-selector", pods.nodeSelector().toString());
        }
        parts.put("kubernetes.node-selector", kubernetes.nodeSelector().toString());
        if (!facts.javaVersion().isEmpty()) {
            parts.put("kubernetes.cpu", facts.cpuModel());
            parts.put("kubernetes.kernel", facts.osVersion());
        }
        return parts;
    }

    @Override
    public synchronized Map<String, String> context(TargetSpec spec) {
        Map<String, String> context = new LinkedHashMap<>(cluster.context());
        context.putAll(seen);
        return context;
    }

    private synchronized void seen(TargetPod pod, ProbeFacts probe) {
        seen.putAll(pod.context());
        facts = probe;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (injectors != null) {
                injectors.close();
            }
        }
        cluster.close();
    }
}
