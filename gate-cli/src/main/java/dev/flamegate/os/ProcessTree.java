package dev.flamegate.os;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process with its descendants: ended together, and found again by its id and start time. */
public final class ProcessTree {
    private static final Duration AFTER_TERM = Duration.ofSeconds(3);
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);
    /** Start times are known to a clock tick. */
    private static final long TOLERANCE_MILLIS = 1500;

    private ProcessTree() {}

    /**
     * Ends a process and its descendants: asks first, kills after three seconds. An interrupt makes it kill at once and
     * stays set. Does nothing when the process has
     * ended: the processes it left behind are no longer its descendants.
     */
    public static void end(ProcessHandle root) {
        if (!root.isAlive()) {
            return;
        }
        Set<ProcessHandle> all = of(root);
        all.forEach(ProcessHandle::destroy);
        boolean interrupted = !awaitEnd(all, AFTER_TERM);
        all.addAll(of(root)); // with what was started meanwhile
        all.removeIf(process -> !process.isAlive());
        all.forEach(ProcessHandle::destroyForcibly);
        interrupted |= Thread.interrupted();
        interrupted |= !awaitEnd(all, AFTER_KILL);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** When a process started, in milliseconds since the epoch; -1 where the system does not say. */
    public static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
    }

    /** The living process with an id and a start time, which tells it from a later process with the same id. */
    public static Optional<ProcessHandle> find(long pid, long startMillis) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(startMillis(process) - startMillis) < TOLERANCE_MILLIS);
    }

    /** A process with its descendants, as they are now. */
    public static Set<ProcessHandle> of(ProcessHandle root) {
        Set<ProcessHandle> all = new LinkedHashSet<>(root.descendants().toList());
        all.add(root);
        return all;
    }

    /** Waits until all have ended or the time is over; {@code false} when it was interrupted. */
    private static boolean awaitEnd(Collection<ProcessHandle> processes, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            for (ProcessHandle process : processes) {
                process.onExit().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            }
        } catch (TimeoutException | ExecutionException e) {
            return true; // the caller looks at what is still alive
        } catch (InterruptedException e) {
            return false;
        }
        return true;
    }
}
