package dev.flamegate.probe;

import java.lang.management.ManagementFactory;

/**
 * CPU time of the process and of its groups of threads, in nanoseconds.
 *
 * <p>The process' own counter has a resolution of a clock tick (10 ms) and is never ahead; the sum over the threads
 * seen is exact but misses what threads did that ended unseen. The larger of the two is never ahead either and at
 * most two ticks behind.
 */
abstract class Cpu {
    private final java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();

    /** Remembers what threads have used that may end before the next reading. */
    abstract void watch();

    /** Adds {@code cpu.*.ns} for what is known. */
    abstract void read(Values values);

    /** CPU time of the process in nanoseconds; -1 when the virtual machine does not say. */
    final long process() {
        return system instanceof com.sun.management.OperatingSystemMXBean
                ? ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime()
                : -1;
    }
}
