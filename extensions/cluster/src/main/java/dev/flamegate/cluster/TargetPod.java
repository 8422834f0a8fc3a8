package dev.flamegate.cluster;

import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.HttpReady;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.Target;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The target in a separate pod, from its creation until it is deleted. */
public final class TargetPod implements Target {
    private static final long POLL_MILLIS = 250;

    /** The longest time for which the pod counts as running after a look at it. */
    private static final long FRESH_NANOS = 1_000_000_000;

    /** The grace period of a deletion: with 0, the cluster would forget the pod before its node has ended it. */
    private static final long GRACE_SECONDS = 1;

    private static final long GONE_WITHIN_NANOS = 10_000_000_000L;

    /** The time for which ended pods may still count in a quota. */
    private static final long COUNTED_NANOS = 10_000_000_000L;

    private static final int EVENTS = 3;
    private static final long MIB = 1 << 20;
    private static final String WARNING = "Warning";

    private final RunObjects run;
    private final PodSetup setup;
    private final String name;
    private final String container;
    private final URI baseUrl;
    private final PodLog log;
    private final Consumer<String> progress;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final long created = System.nanoTime();
    private @Nullable Pod last;
    private long lookedAt;

    private TargetPod(
            RunObjects run, PodSetup setup, PodManifest.Made made, URI baseUrl, Path log, Consumer<String> progress) {
        this.run = run;
        this.setup = setup;
        this.name = made.pod().getMetadata().getName();
        this.container = made.container();
        this.baseUrl = baseUrl;
        this.log = new PodLog(log);
        this.progress = progress;
    }

    /**
     * Creates the pod; it need not have a node when this returns.
     *
     * @param baseUrl where it will answer
     * @param log file for its output, replaced
     * @param progress called with a message for what takes long
     * @throws TargetFailed when the cluster refuses; nothing is left then
     */
    public static TargetPod create(RunObjects run, PodSetup setup, URI baseUrl, Path log, Consumer<String> progress) {
        PodManifest.Made made = PodManifest.of(setup, run);
        Cluster cluster = run.cluster();
        TargetPod target = new TargetPod(run, setup, made, baseUrl, log, progress);
        try {
            return cluster.made()
                    .start(
                            () -> {
                                cluster.ask("create a pod", client -> created(client, cluster, made.pod()));
                                return target;
                            },
                            TargetPod::close);
        } catch (RuntimeException e) {
            target.log.close();
            throw e;
        }
    }

    /** Tries again for a moment where a quota is exceeded: pods that have just been deleted still count in it. */
    private static Pod created(KubernetesClient client, Cluster cluster, Pod pod) {
        long end = System.nanoTime() + COUNTED_NANOS;
        while (true) {
            try {
                return client.pods()
                        .inNamespace(cluster.namespace())
                        .resource(pod)
                        .create();
            } catch (KubernetesClientException e) {
                if (!Refusal.isQuota(e) || System.nanoTime() > end) {
                    throw e;
                }
            }
            LockSupport.parkNanos(POLL_MILLIS * 1_000_000);
        }
    }

    public String name() {
        return name;
    }

    /**
     * Waits until the pod has a node.
     *
     * @return the node's name
     * @throws TargetFailed with the scheduler's words when it gets none in time, or is gone
     */
    public String awaitNode() throws InterruptedException {
        return String.valueOf(await(PodState.Stage.STARTING).getSpec().getNodeName());
    }

    /**
     * Waits until the target's process runs.
     *
     * @throws TargetFailed when it does not in time, or has ended
     */
    public void awaitRunning() throws InterruptedException {
        await(PodState.Stage.RUNNING);
    }

    /** Waits until the pod has come so far. */
    private Pod await(PodState.Stage wanted) throws InterruptedException {
        long patience = kubernetes().pending().toNanos();
        String shown = "";
        while (true) {
            Pod pod = look();
            PodState state = PodState.of(pod, container, memory());
            if (state.isOver()) {
                throw over(state);
            }
            if (state.stage().compareTo(wanted) >= 0) {
                return pod;
            }
            if (System.nanoTime() - created > patience) {
                throw notInTime(state);
            }
            String step = (state.stage() == PodState.Stage.UNSCHEDULED ? "waiting for a node: " : "starting the pod: ")
                    + state.message();
            if (!step.equals(shown)) {
                progress.accept(step);
                shown = step;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private TargetFailed notInTime(PodState state) {
        String within = " within " + kubernetes().pending().toSeconds() + " s";
        if (state.stage() == PodState.Stage.UNSCHEDULED) {
            String pinned = setup.node() == null
                    ? ""
                    : "\nAll targets of a measurement have to be on one node, here " + setup.node()
                            + ", which needs room for both arms of a comparison at once.";
            return new TargetFailed("the cluster has no node for " + who() + within + ": " + state.message() + pinned
                    + "\nLower target: limits, or change target: kubernetes: node-selector. If nodes are added on"
                    + " demand, raise target: kubernetes: pending.");
        }
        return new TargetFailed(who() + " was not started by its node" + within + ": " + state.message()
                + told(run.cluster().events(name)) + "\nIf its image is large, raise target: kubernetes: pending.");
    }

    /** The seconds from the pod's creation; a caller that knows better when the process began uses that. */
    @Override
    public double awaitReady() throws InterruptedException {
        awaitRunning();
        log.follow(run.cluster(), name, container);
        long running = System.nanoTime();
        TargetSpec.Ready ready = setup.spec().ready();
        HttpReady.started(
                        "the target",
                        baseUrl.resolve(ready.path()),
                        "Check target: ready: path, port and within. In a pod it must listen on every address; for a"
                                + " port-forward, loopback is enough.",
                        log())
                .await(running, ready.within(), this::checkAlive);
        return (System.nanoTime() - created) / 1e9;
    }

    /** Asks the cluster at most once a second: a lost connection is no reason to end a measurement, a lost pod is. */
    @Override
    public void checkAlive() {
        if (closed.get()) {
            throw new TargetFailed(who() + " has been ended.");
        }
        PodState state;
        synchronized (this) {
            if (System.nanoTime() - lookedAt < FRESH_NANOS) {
                return;
            }
            try {
                state = PodState.of(look(), container, memory());
            } catch (TargetFailed e) {
                lookedAt = System.nanoTime();
                return; // the API server is gone for a moment; the load notices if it stays away
            }
        }
        if (state.isOver()) {
            throw over(state);
        }
    }

    private TargetFailed over(PodState state) {
        if (state.stage() == PodState.Stage.NOT_STARTED) {
            return new TargetFailed(
                    who() + " " + state.message() + told(run.cluster().events(name)));
        }
        log.follow(run.cluster(), name, container);
        log.awaitEnd();
        PodState known =
                isGone() ? PodState.ofEvents(run.cluster().events(name)).orElse(state) : state;
        return new TargetFailed(who() + " " + known.message() + "\n" + LogTail.of(log()));
    }

    private synchronized boolean isGone() {
        return last == null;
    }

    /** The cluster's current view of the pod. */
    private synchronized Pod look() {
        Cluster cluster = run.cluster();
        Pod pod = cluster.ask("show a pod", client -> resource().get());
        lookedAt = System.nanoTime();
        last = pod;
        return pod;
    }

    private PodResource resource() {
        Cluster cluster = run.cluster();
        return cluster.client().pods().inNamespace(cluster.namespace()).withName(name);
    }

    /** The last warnings among some events, under a heading; empty for none. */
    static String told(List<Event> events) {
        List<Event> warnings =
                events.stream().filter(event -> WARNING.equals(event.getType())).toList();
        return warnings.isEmpty()
                ? ""
                : warnings.stream()
                        .skip(Math.max(0, warnings.size() - EVENTS))
                        .map(event -> (event.getReason() + ": " + event.getMessage()).replaceAll("\\R", " "))
                        .map(line -> "\n  | " + line)
                        .collect(Collectors.joining("", "\nThe cluster's events:", ""));
    }

    private String who() {
        return "the target (image " + setup.image() + ", pod " + name + ")";
    }

    private String memory() {
        Long bytes = setup.spec().limits().memoryBytes();
        return bytes == null ? "" : bytes / MIB + " MiB";
    }

    private KubernetesSpec kubernetes() {
        return setup.kubernetes();
    }

    @Override
    public URI baseUrl() {
        return baseUrl;
    }

    /** Unknown: an image may start the service from a script. */
    @Override
    public long pid() {
        return 0;
    }

    @Override
    public Path log() {
        return log.file();
    }

    /**
     * The facts about the pod for a run's context: the node, the image by content, and how the cluster treats the pod.
     */
    public synchronized Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("kubernetes.image", setup.image());
        if (last != null && last.getStatus() != null) {
            context.put("kubernetes.node", String.valueOf(last.getSpec().getNodeName()));
            context.put("kubernetes.qos", String.valueOf(last.getStatus().getQosClass()));
            last.getStatus().getContainerStatuses().stream()
                    .filter(one -> one.getName().equals(container))
                    .map(ContainerStatus::getImageID)
                    .filter(id -> id != null && !id.isBlank())
                    .findFirst()
                    .ifPresent(id -> context.put("kubernetes.image.id", id));
        }
        return context;
    }

    /** Deletes the pod, and waits a moment until its node has ended it: the next one is measured there. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            try {
                resource().withGracePeriod(GRACE_SECONDS).delete();
                awaitGone();
            } catch (KubernetesClientException e) {
                // Deleted with its run, by the cluster at its deadline, or by the next gate.
            }
            log.awaitEnd();
            log.close();
            run.cluster().made().release(this);
        }
    }

    private void awaitGone() {
        long end = System.nanoTime() + GONE_WITHIN_NANOS;
        try {
            while (resource().get() != null && System.nanoTime() < end) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
