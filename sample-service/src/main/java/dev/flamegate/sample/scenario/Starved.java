package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;

/**
 * Too few CPUs. Requests compute for some 28 ms, and 46 of them come a second: a third more than one CPU can do. With two
 * CPUs a thread runs when it can. With one, requests pile up, threads take turns, and each is runnable for several times as long
 * as it runs. A CPU profile is the same in both cases, for the work is the same. Elapsed time of runnable threads over CPU time
 * tells them apart: near 1, or far above it. The switch is the number of CPUs.
 */
final class Starved extends Scenario {
    private static final int STEPS = 23_000_000;

    Starved() {
        super("starved");
    }

    @Override
    public Answer answer(Request request) {
        return Answer.json(200, Map.of("sum", compute(1)));
    }

    private static long compute(long seed) {
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }
}
