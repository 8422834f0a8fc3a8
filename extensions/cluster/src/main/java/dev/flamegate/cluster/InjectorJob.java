package dev.flamegate.cluster;

import dev.flamegate.format.Names;
import dev.flamegate.targets.TargetFailed;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The injectors of a run: the pods of one Indexed Job, which serve one load after the other. They are reached through
 * port-forwards, as everything in the cluster, and send to the Service of the target.
 */
public final class InjectorJob implements AutoCloseable {
    private static final long POLL_MILLIS = 250;

    /** A node takes a moment to say that a pod has ended. */
    private static final int LOOKS = 8;

    private final RunObjects run;
    private final InjectorSetup setup;
    private final Consumer<String> progress;
    private final Map<Integer, Pod> pods = new TreeMap<>();
    private final Map<Integer, PortForward> forwards = new TreeMap<>();
    private String name = "";
    private int jobs;
    private boolean closed;

    /**
     * Injectors that are started when the first of them is waited for.
     *
     * @param progress called with a message for what takes long
     */
    public InjectorJob(RunObjects run, InjectorSetup setup, Consumer<String> progress) {
        this.run = run;
        this.setup = setup;
        this.progress = progress;
    }

    /** Starts the injectors, unless they run; they need not run when this returns. */
    public synchronized void start() {
        if (!name.isEmpty() || closed) {
            return;
        }
        jobs++;
        Job wanted = InjectorManifest.of(run, setup, "load-" + jobs);
        String wantedName = wanted.getMetadata().getName();
        run.cluster()
                .made()
                .start(
                        () -> run.cluster()
                                .ask(
                                        "create a Job",
                                        client -> client.batch()
                                                .v1()
                                                .jobs()
                                                .inNamespace(run.cluster().namespace())
                                                .resource(wanted)
                                                .create()),
                        job -> remove(wantedName));
        name = wantedName;
    }

    /**
     * Returns the address at which this machine reaches an injector, once all injectors run. Injectors that ended while
     * unused are started again.
     *
     * @param number from 1
     * @throws TargetFailed in the cluster's words when they do not run in time
     */
    public synchronized InetSocketAddress await(int number) throws InterruptedException {
        if (pods.size() == setup.injectors() && !allRun()) {
            forget();
        }
        start();
        if (pods.size() < setup.injectors()) {
            awaitAll();
        }
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                forwards.computeIfAbsent(number, this::forward).port());
    }

    private boolean allRun() {
        return list().stream().filter(pod -> !state(pod).isOver()).count() >= setup.injectors();
    }

    private void awaitAll() throws InterruptedException {
        long end = System.nanoTime() + setup.kubernetes().pending().toNanos();
        String shown = "";
        while (true) {
            Map<Integer, Pod> running = new TreeMap<>();
            String waiting = "the cluster has made none of their pods yet";
            for (Pod pod : list()) {
                PodState state = state(pod);
                if (state.isOver()) {
                    throw new TargetFailed(who(pod) + " " + state.message());
                }
                if (state.stage() == PodState.Stage.RUNNING) {
                    running.put(InjectorManifest.number(pod), pod);
                } else {
                    waiting = state.message();
                }
            }
            if (running.size() == setup.injectors()) {
                pods.putAll(running);
                return;
            }
            if (System.nanoTime() > end) {
                throw new TargetFailed("of " + setup.injectors() + " injectors (image " + setup.image() + ") only "
                        + running.size() + " ran within "
                        + setup.kubernetes().pending().toSeconds() + " s: " + waiting
                        + TargetPod.told(run.cluster().events(name))
                        + "\nLower load: kubernetes: limits, take fewer injectors, or change load: kubernetes:"
                        + " node-selector. If nodes are added on demand, raise target: kubernetes: pending.");
            }
            String step = "starting " + Names.plural(setup.injectors(), "injector") + ": " + waiting;
            if (!step.equals(shown)) {
                progress.accept(step);
                shown = step;
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    private List<Pod> list() {
        return run.cluster()
                .ask(
                        "list pods",
                        client -> client.pods()
                                .inNamespace(run.cluster().namespace())
                                .withLabel(InjectorManifest.JOB, name)
                                .list()
                                .getItems());
    }

    private String who(Pod pod) {
        return "injector " + InjectorManifest.number(pod) + " of " + setup.injectors() + " (image " + setup.image()
                + ", pod " + pod.getMetadata().getName() + ")";
    }

    private PodState state(Pod pod) {
        return PodState.of(pod, InjectorManifest.CONTAINER, "");
    }

    private synchronized String podName(int number) {
        return Objects.requireNonNull(pods.get(number), "injectors run before they are asked for")
                .getMetadata()
                .getName();
    }

    /** Asks the cluster for the state of an injector's pod. */
    private PodState state(int number) {
        String pod = podName(number);
        return PodState.of(
                run.cluster()
                        .ask(
                                "show a pod",
                                client -> client.pods()
                                        .inNamespace(run.cluster().namespace())
                                        .withName(pod)
                                        .get()),
                InjectorManifest.CONTAINER,
                "");
    }

    private PortForward forward(int number) {
        return PortForward.open(run.cluster(), podName(number), InjectorManifest.PORT, 0);
    }

    /** The reason why an injector cannot be reached; empty while it runs, or if the cause is unknown. */
    public String fate(int number) {
        Pod pod;
        synchronized (this) {
            pod = pods.get(number);
            if (pod == null || closed) {
                return "";
            }
        }
        try {
            for (int i = 0; i < LOOKS; i++) {
                PodState state = state(number);
                if (state.isOver()) {
                    return "its pod " + pod.getMetadata().getName() + " "
                            + state.message().replaceFirst("\\.$", "");
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TargetFailed e) {
            // The API server is gone as well.
        }
        return "";
    }

    /** The token by which the injectors know the gate. */
    public String token() {
        return setup.token();
    }

    /** The CPUs that each injector may use. */
    public double cpus() {
        Double cpus = setup.pods().limits().cpus();
        return cpus == null ? Double.POSITIVE_INFINITY : cpus;
    }

    /** The nodes that the injectors run on, one for each; empty before they do. */
    public synchronized List<String> nodes() {
        return pods.values().stream()
                .map(pod -> String.valueOf(pod.getSpec().getNodeName()))
                .toList();
    }

    private void forget() {
        forwards.values().forEach(PortForward::close);
        forwards.clear();
        pods.clear();
        if (!name.isEmpty()) {
            remove(name);
            name = "";
        }
    }

    private void remove(String job) {
        // If it is not removed here, the cluster removes it with its run.
        run.cluster()
                .remove(client -> client.batch()
                        .v1()
                        .jobs()
                        .inNamespace(run.cluster().namespace())
                        .withName(job)
                        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                        .delete());
    }

    /** Deletes the injectors; does nothing the second time. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        forwards.values().forEach(PortForward::close);
        forwards.clear();
        if (!name.isEmpty()) {
            remove(name);
        }
    }
}
