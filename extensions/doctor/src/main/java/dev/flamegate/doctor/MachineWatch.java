package dev.flamegate.doctor;

import com.sun.management.OperatingSystemMXBean;
import dev.flamegate.targets.CgroupFiles;
import dev.flamegate.targets.Host;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches the machine's other activity for a while. */
final class MachineWatch {
    private static final double NANOS = 1e9;
    private static final double TICKS_PER_SECOND = 100;
    /** Columns of {@code /proc/stat} that are time at work: user, nice, system, irq, softirq. */
    private static final int[] BUSY = {1, 2, 3, 6, 7};

    private final long wall = System.currentTimeMillis();
    private final long monotonic = System.nanoTime();
    private final OptionalDouble steal = Host.steal();
    private final OptionalDouble busy = busy();
    private final double own = own();
    private final Optional<CgroupFiles> group = CgroupFiles.own();
    private final OptionalDouble throttled = throttled();
    private double clockStep;

    private MachineWatch() {}

    static MachineWatch begin() {
        return new MachineWatch();
    }

    /**
     * The observations of a watch.
     *
     * @param seconds length of the watch
     * @param clockStep largest disagreement of wall clock and monotonic clock, seconds, with its sign
     * @param steal CPU seconds that the hypervisor gave to others, all CPUs together; empty where the system does not
     *     report it
     * @param others CPU seconds of other processes, all CPUs together; empty where the system does not report it
     * @param throttled seconds for which this control group was paused; empty where it is not counted
     */
    record Seen(
            double seconds, double clockStep, OptionalDouble steal, OptionalDouble others, OptionalDouble throttled) {}

    /** Compares the clocks. */
    void look() {
        double step = (System.currentTimeMillis() - wall) / 1e3 - (System.nanoTime() - monotonic) / NANOS;
        if (Math.abs(step) > Math.abs(clockStep)) {
            clockStep = step;
        }
    }

    Seen end() {
        look();
        OptionalDouble all = since(busy, busy());
        OptionalDouble others = all.isPresent()
                ? OptionalDouble.of(Math.max(0, all.getAsDouble() - (own() - own)))
                : OptionalDouble.empty();
        return new Seen(
                (System.nanoTime() - monotonic) / NANOS,
                clockStep,
                since(steal, Host.steal()),
                others,
                since(throttled, throttled()));
    }

    private OptionalDouble throttled() {
        return group.map(CgroupFiles::throttledSeconds).orElse(OptionalDouble.empty());
    }

    private static OptionalDouble since(OptionalDouble before, OptionalDouble after) {
        return before.isPresent() && after.isPresent()
                ? OptionalDouble.of(Math.max(0, after.getAsDouble() - before.getAsDouble()))
                : OptionalDouble.empty();
    }

    private static double own() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / NANOS;
    }

    private static OptionalDouble busy() {
        try {
            String[] columns = Files.readAllLines(Path.of("/proc/stat")).get(0).split("\\s+");
            double ticks = 0;
            for (int column : BUSY) {
                ticks += Double.parseDouble(columns[column]);
            }
            return OptionalDouble.of(ticks / TICKS_PER_SECOND);
        } catch (IOException | RuntimeException e) {
            return OptionalDouble.empty();
        }
    }
}
