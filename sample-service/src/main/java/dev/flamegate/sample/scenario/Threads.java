package dev.flamegate.sample.scenario;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pools of named threads: profiles identify a pool by these names. */
final class Threads {
    private Threads() {}

    /**
     * A pool of a fixed number of threads, named by a prefix and a number from 1.
     *
     * @param count number of threads, all started at once
     */
    static ThreadPoolExecutor fixed(int count, String prefix) {
        return fixed(count, prefix, new LinkedBlockingQueue<>());
    }

    /** The same with a given queue. */
    static ThreadPoolExecutor fixed(int count, String prefix, BlockingQueue<Runnable> queue) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                count, count, 0, TimeUnit.SECONDS, queue, work -> new Thread(work, prefix + number.incrementAndGet()));
        pool.prestartAllCoreThreads();
        return pool;
    }
}
