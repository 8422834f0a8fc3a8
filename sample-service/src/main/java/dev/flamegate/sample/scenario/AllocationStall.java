package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Large buffers under ZGC in a heap that is too small. Each request has 30 tasks in a pool of 10 threads, and each task
 * allocates a pair of large buffers. ZGC collects while the service runs; if the heap is full before it is done,
 * allocating threads are stopped until there is room (an allocation stall). In the field report this took half of a
 * request's elapsed time, while the CPU profile showed nothing but the random numbers that the buffers are filled with.
 * The switch is the heap: {@code -Xmx}.
 */
final class AllocationStall extends Scenario {
    private static final int TASKS = 30;
    private static final int POOL = 10;
    private static final int BUFFER = 1 << 20;
    private static final int FILLED = 2_000;

    private final ExecutorService pool = Threads.fixed(POOL, "buffers-");

    AllocationStall() {
        super("allocation-stall");
    }

    @Override
    public Answer answer(Request request) throws Exception {
        List<Future<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            long seed = i;
            tasks.add(pool.submit(() -> pairOfBuffers(seed)));
        }
        long sum = 0;
        for (Future<Long> task : tasks) {
            sum += task.get();
        }
        return Answer.json(200, Map.of("sum", sum));
    }

    private static long pairOfBuffers(long seed) {
        byte[] one = new byte[BUFFER];
        byte[] other = new byte[BUFFER];
        RandomGenerator random = RandomGeneratorFactory.of("SplittableRandom").create(seed);
        for (int i = 0; i < FILLED; i++) {
            one[i] = (byte) random.nextInt();
            other[i] = (byte) random.nextInt();
        }
        long sum = 0;
        for (int i = 0; i < FILLED; i++) {
            sum += one[i] * (long) other[i];
        }
        return sum;
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
