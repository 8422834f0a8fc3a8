package dev.flamegate.cluster;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.plan.KubernetesSpec.Reach;
import dev.flamegate.runtime.Listeners;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.OwnScrapes;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

final class StartedPod implements RunningTarget {
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(20);

    private final Cluster cluster;
    private final MeasurementPlan setup;
    private final PlacedTarget placed;
    private final TargetPod pod;
    private final Listeners listeners;
    private final int relay;
    private final BiConsumer<TargetPod, ProbeFacts> ready;
    private @Nullable PodLink link;

    /**
     * A pod that has been created.
     *
     * @param relay port in the pod on which the probe passes on what agents say
     * @param ready called once the service is ready and its probe has connected
     */
    StartedPod(
            Cluster cluster,
            MeasurementPlan setup,
            PlacedTarget placed,
            TargetPod pod,
            Listeners listeners,
            int relay,
            BiConsumer<TargetPod, ProbeFacts> ready) {
        this.cluster = cluster;
        this.setup = setup;
        this.placed = placed;
        this.pod = pod;
        this.listeners = listeners;
        this.relay = relay;
        this.ready = ready;
    }

    @Override
    public Ready awaitReady() throws InterruptedException {
        pod.awaitRunning();
        PodLink opened = open();
        link = opened;
        double sinceCreation = awaitReady(opened);
        double startup = opened.sinceStart().orElse(sinceCreation);
        // Of the pod's last virtual machine: an image may start the service from a script in Java.
        Probe probe = listeners.awaitProbe(OptionalLong.empty(), PROBE_WITHIN, pid -> true, pod::checkAlive);
        checkProfiler(probe.facts());
        ready.accept(pod, probe.facts());
        listeners.receiver().expect(probe.facts().pid());
        return new Ready(startup, probe, listeners.receiver(), OwnScrapes.ofReady(placed, setup), probe.facts());
    }

    /** Waits for the target; a failure also names the port-forward's problem, if there is one. */
    private double awaitReady(PodLink opened) throws InterruptedException {
        try {
            return pod.awaitReady();
        } catch (TargetFailed e) {
            throw opened.problem()
                    .map(problem -> new TargetFailed(e.getMessage() + "\nThe port-forward: " + problem, e))
                    .orElse(e);
        }
    }

    private PodLink open() {
        PodLink.Port port = setup.plan().target().kubernetes().reach() == Reach.PORT_FORWARD
                ? new PodLink.Port(placed.spec().port(), placed.baseUrl().getPort())
                : null;
        return PodLink.open(
                cluster,
                pod,
                relay,
                port,
                new Tunnel.Ends(
                        listeners.relayToken(),
                        listeners.probes().address(),
                        listeners.receiver().address(),
                        setup.agent()));
    }

    /** Fails if the profiler does not run in the target; without it no method is named. */
    private void checkProfiler(ProbeFacts probe) {
        if (!probe.profilerProblem().isEmpty()) {
            throw new TargetFailed("the profiler does not run in the target: " + probe.profilerProblem()
                    + "\nIt needs a /tmp that it can write and run from, glibc or musl, and an image for the node's"
                    + " processor. profile: {events: []} measures without it.\n" + LogTail.of(pod.log()));
        }
    }

    @Override
    public void limit() {
        // A pod has its limits from the start.
    }

    @Override
    public void checkAlive() {
        pod.checkAlive();
    }

    @Override
    public Path log() {
        return pod.log();
    }

    @Override
    public void stop() {
        if (link != null) {
            link.close();
        }
        pod.close();
    }

    @Override
    public void close() {
        stop();
        listeners.close();
    }
}
