package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Too few CPUs. A request computes in two threads at once. With two CPUs they run; with one they take turns, requests pile up, and
 * each thread is runnable for much longer than it runs. A CPU profile is the same in both cases, for the work is the same. Elapsed time of
 * runnable threads over CPU time tells them apart: near 1 where threads run when they can, several times that where they
 * wait for a CPU. The switch is the number of CPUs.
 */
final class Starved extends Scenario {
    private static final int THREADS = 8;
    private static final int STEPS = 15_000_000;

    private final ExecutorService pool = Threads.fixed(THREADS, "compute-");

    Starved() {
        super("starved");
    }

    @Override
    public Answer answer(Request request) throws Exception {
        Future<Long> left = pool.submit(() -> compute(1));
        Future<Long> right = pool.submit(() -> compute(2));
        return Answer.json(200, Map.of("sum", left.get() + right.get()));
    }

    private static long compute(long seed) {
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
        }
        return x;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
