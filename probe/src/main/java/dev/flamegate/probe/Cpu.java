package dev.flamegate.probe;

import java.lang.management.ManagementFactory;

/**
 * CPU time of the process and of its groups of threads, in nanoseconds.
 *
 * <p>The process's own counter has a resolution of one clock tick (10 ms) and is never too high; the sum over the
 * threads seen is exact but misses threads that ended unseen. The larger of the two is never too high either, and at
 * most two ticks too low.
 */
abstract class Cpu {
    private final java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();

    /** Remembers the threads' use so far, since some may end before the next reading. */
    abstract void watch();

    /** Adds {@code cpu.*.ns} for all known groups. */
    abstract void read(Values values);

    /** CPU time of the process in nanoseconds; -1 if the virtual machine does not report it. */
    final long process() {
        return system instanceof com.sun.management.OperatingSystemMXBean
                ? ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime()
                : -1;
    }
}
