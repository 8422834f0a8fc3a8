package dev.flamegate.runtime;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.Target;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A process of this host with the probe, the receiver and whatever stands next to it. */
final class StartedProcess implements RunningTarget {
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(10);

    private final MeasurementPlan setup;
    private final PlacedTarget placed;
    private final Target target;
    private final Listeners listeners;
    private final StartEnvironment around;
    private final @Nullable CpuSet later;

    /**
     * A process that was started.
     *
     * @param later the CPUs that it is kept to once it is warm; {@code null} if it started on them
     */
    StartedProcess(
            MeasurementPlan setup,
            PlacedTarget placed,
            Target target,
            Listeners listeners,
            StartEnvironment around,
            @Nullable CpuSet later) {
        this.setup = setup;
        this.placed = placed;
        this.target = target;
        this.listeners = listeners;
        this.around = around;
        this.later = later;
    }

    @Override
    public Ready awaitReady() throws InterruptedException {
        double startup = awaitTarget();
        long pid = target.pid();
        boolean known = placed.spec().jar() != null; // A command may be a script: the last of its JVMs counts.
        Probe probe = listeners.awaitProbe(
                known ? OptionalLong.of(pid) : OptionalLong.empty(),
                PROBE_WITHIN,
                other -> known ? other == pid : isWithin(other, pid),
                target::checkAlive);
        listeners.receiver().expect(probe.facts().pid());
        return new Ready(
                later == null ? startup : Double.NaN,
                probe,
                listeners.receiver(),
                OwnScrapes.ofReady(placed, setup),
                probe.facts());
    }

    private double awaitTarget() throws InterruptedException {
        try {
            return target.awaitReady();
        } catch (TargetFailed e) {
            around.checkAlive();
            throw e;
        }
    }

    @Override
    public void checkAlive() {
        // A database that is gone explains a target that has gone away, and not the reverse.
        around.checkAlive();
        target.checkAlive();
    }

    @Override
    public Path log() {
        return target.log();
    }

    @Override
    public void limit() throws InterruptedException {
        Optional<ProcessHandle> root = ProcessHandle.of(target.pid());
        if (later != null && root.isPresent()) {
            later.pin(root.get());
        }
    }

    @Override
    public void stop() {
        target.close();
    }

    @Override
    public void close() {
        target.close();
        listeners.close();
    }

    private static boolean isWithin(long pid, long ancestor) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        while (process.isPresent()) {
            if (process.get().pid() == ancestor) {
                return true;
            }
            process = process.get().parent();
        }
        return false;
    }
}
