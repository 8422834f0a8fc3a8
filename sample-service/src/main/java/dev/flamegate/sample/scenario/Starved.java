package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;

/**
 * Too few CPUs. Requests compute for 28 ms, and 38 of them arrive per second: together with everything else, more than
 * one CPU can handle. With two CPUs a thread runs as soon as it can. With one, requests pile up, threads take turns,
 * and each is runnable for several times as long as it runs. The CPU profile is the same in both cases, because the
 * work is the same. The ratio of runnable wall time to CPU time distinguishes them: it is near 1, or far above it. The
 * switch is the number of CPUs.
 */
final class Starved extends Scenario {
    /** CPU time, so that one CPU is too few and two are enough, however fast they are. */
    private static final long WORK_NANOS = 28_000_000;

    private static final int STEPS_AT_ONCE = 100_000;

    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    Starved() {
        super("starved");
    }

    @Override
    public Answer answer(Request request) {
        return Answer.json(200, Map.of("computed", compute(1) != 0));
    }

    private static long compute(long seed) {
        long end = CLOCK.getCurrentThreadCpuTime() + WORK_NANOS;
        long x = seed;
        while (CLOCK.getCurrentThreadCpuTime() < end) {
            for (int i = 0; i < STEPS_AT_ONCE; i++) {
                x = x * 6364136223846793005L + 1442695040888963407L;
            }
        }
        return x;
    }
}
