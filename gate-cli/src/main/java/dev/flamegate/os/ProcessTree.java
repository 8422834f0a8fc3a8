package dev.flamegate.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process with its descendants: ended together, and found again by its id and start time. */
public final class ProcessTree {
    private static final Duration AFTER_TERM = Duration.ofSeconds(3);
    private static final Duration AFTER_KILL = Duration.ofSeconds(2);
    /** Tolerance of start times, which are known to a clock tick. */
    private static final long TOLERANCE_MILLIS = 1500;

    private static final double TICKS_PER_SECOND = 100;
    /**
     * Index of the first time behind the name in parentheses, which may contain anything: utime, stime, and those of
     * children that have ended.
     */
    private static final int FIRST_TIME = 11;

    private static final int TIMES = 4;

    private ProcessTree() {}

    /**
     * Ends a process and its descendants: asks first, kills after three seconds. An interrupt makes it kill at once and
     * stays set. Does nothing when the process has ended: the processes it left behind are no longer its descendants.
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

    /** The start of a process, in milliseconds since the epoch; -1 if the system does not report it. */
    public static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
    }

    /** The living process with an id and a start time, which distinguishes it from a later process with the same id. */
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

    /**
     * CPU used so far by a process and its living descendants, and by those descendants of theirs that have ended, in
     * seconds; empty where the system does not say, as of a process that has ended.
     */
    public static OptionalDouble cpuSeconds(ProcessHandle root) {
        OptionalDouble own = root.isAlive() ? cpuOf(root) : OptionalDouble.empty();
        return own.isEmpty()
                ? own
                : OptionalDouble.of(own.getAsDouble()
                        + root.descendants()
                                .mapToDouble(child -> cpuOf(child).orElse(0))
                                .sum());
    }

    private static OptionalDouble cpuOf(ProcessHandle one) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(one.pid()), "stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            double ticks = 0;
            for (int field = FIRST_TIME; field < FIRST_TIME + TIMES; field++) {
                ticks += Double.parseDouble(fields[field]);
            }
            return OptionalDouble.of(ticks / TICKS_PER_SECOND);
        } catch (IOException | RuntimeException noProc) {
            return one.info()
                    .totalCpuDuration()
                    .map(cpu -> OptionalDouble.of(cpu.toNanos() / 1e9))
                    .orElse(OptionalDouble.empty());
        }
    }

    /** Waits until all have ended or the time is over; {@code false} when interrupted. */
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
