package dev.flamegate.collect.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * A program to measure: a busy method, a busy lambda, sleeping threads, and request labels put on with the Pyroscope
 * agent's own interface where that agent is present. Runs for the seconds given.
 */
public final class BusyTarget {
    private static volatile long sink;

    private BusyTarget() {}

    public static void main(String[] args) throws Exception {
        long end = System.nanoTime() + (long) (Double.parseDouble(args[0]) * 1e9);
        List<Thread> threads = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            threads.add(new Thread(() -> idle(end), "idle-pool-" + i));
        }
        threads.add(new Thread(() -> labelled("GET /multiply", () -> multiply(end)), "worker-1"));
        threads.add(new Thread(() -> labelled("GET /lambda", () -> lambda(end)), "worker-2"));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void idle(long end) {
        while (System.nanoTime() < end) {
            sleep(50);
        }
    }

    /** Busy for most of the time. */
    public static void multiply(long end) {
        while (System.nanoTime() < end) {
            long x = 1;
            for (int i = 0; i < 1_000_000; i++) {
                x = x * 31 + i;
            }
            sink = x;
        }
    }

    /** Busy for a third of the time. */
    public static void lambda(long end) {
        LongUnaryOperator step = x -> {
            long y = x;
            for (int i = 0; i < 1_000_000; i++) {
                y ^= y << 13 ^ i;
            }
            return y;
        };
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            sink = step.applyAsLong(sink);
            sleep((System.nanoTime() - start) / 500_000);
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Runs under the label {@code endpoint}; without the agent plainly. */
    private static void labelled(String endpoint, Runnable work) {
        Object labels;
        Class<?> wrapper;
        try {
            Class<?> set = Class.forName("io.pyroscope.labels.v2.LabelsSet");
            labels = set.getConstructor(String[].class).newInstance((Object) new String[] {"endpoint", endpoint});
            wrapper = Class.forName("io.pyroscope.labels.v2.Pyroscope$LabelsWrapper");
            wrapper.getMethod("run", set, Runnable.class).invoke(null, labels, work);
        } catch (ClassNotFoundException e) {
            work.run();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the agent's label interface is not what it was", e);
        }
    }
}
