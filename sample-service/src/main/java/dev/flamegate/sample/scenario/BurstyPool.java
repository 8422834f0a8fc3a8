package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * A wide fork-join pool that gets its work in bursts. A metrics reporter hands several hundred tiny tasks, one after the
 * other, to the default pool of 32 threads. For each of them the pool wakes a thread, which looks through all queues
 * ({@code ForkJoinPool.scan}), does a few microseconds of work, finds nothing more and parks ({@code Unsafe.park}). In the
 * field report 20 to 30 % of the service's CPU went into that once a second, and routing the reporter to the busy pool of
 * requests saved about 30 % of the CPU and 30 threads. Here there are ten bursts a second, so that a short measurement sees
 * enough of them; the fix gives the reporter a pool of two threads, which find the next task at once.
 */
final class BurstyPool extends Scenario {
    private static final int WIDE = 32;
    private static final int NARROW = 2;
    private static final int METERS = 400;
    private static final long BETWEEN_BURSTS_MS = 100;

    private final ExecutorService pool;
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "reporter"));
    private final LongAdder[] meters = new LongAdder[METERS];

    BurstyPool(boolean fixed) {
        super("bursty-pool");
        for (int i = 0; i < METERS; i++) {
            meters[i] = new LongAdder();
        }
        pool = fixed ? Threads.fixed(NARROW, "work-") : wide();
        clock.scheduleAtFixedRate(() -> report(pool), BETWEEN_BURSTS_MS, BETWEEN_BURSTS_MS, TimeUnit.MILLISECONDS);
    }

    /** The problem: a pool as wide as the default dispatcher of the report. */
    private static ForkJoinPool wide() {
        return new ForkJoinPool(
                WIDE,
                owner -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(owner);
                    thread.setName("default-dispatcher-" + thread.getPoolIndex());
                    return thread;
                },
                null,
                true);
    }

    /** One task for each meter, as a reporter does that treats meters as independent. */
    private void report(Executor executor) {
        for (LongAdder meter : meters) {
            executor.execute(() -> send(meter));
        }
    }

    private static void send(LongAdder meter) {
        meter.increment();
    }

    @Override
    public Answer answer(Request request) {
        return Answer.json(200, Map.of("meters", METERS));
    }

    @Override
    public void close() {
        clock.shutdownNow();
        pool.shutdownNow();
    }
}
