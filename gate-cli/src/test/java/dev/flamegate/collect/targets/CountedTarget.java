package dev.flamegate.collect.targets;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A program that does a known amount of work between a line it reads and a line it prints, then holds still.
 * Arguments: {@code spin MILLIS}, {@code spin-short MILLIS} (in threads of 20 ms), {@code allocate MEGABYTES},
 * {@code allocate-short MEGABYTES} (in threads of one megabyte), {@code threads COUNT}.
 */
public final class CountedTarget {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final AtomicLong CPU_NANOS = new AtomicLong();
    private static volatile Object sink = "";

    private CountedTarget() {}

    public static void main(String[] args) throws Exception {
        int amount = Integer.parseInt(args[1]);
        System.out.println("waiting");
        System.in.read();
        switch (args[0]) {
            case "spin" -> inThread(() -> spin(amount));
            case "spin-short" -> {
                for (int done = 0; done < amount; done += 20) {
                    inThread(() -> spin(20));
                }
            }
            case "allocate" -> inThread(() -> allocate(amount));
            case "allocate-short" -> {
                for (int i = 0; i < amount; i++) {
                    inThread(() -> allocate(1));
                }
            }
            default -> {
                for (int i = 0; i < amount; i++) {
                    Thread thread = new Thread(CountedTarget::hold, "worker-" + i);
                    thread.setDaemon(true);
                    thread.start();
                }
            }
        }
        System.out.println("cpu-seconds " + CPU_NANOS.get() / 1e9);
        System.out.println("done");
        hold();
    }

    private static void hold() {
        try {
            Thread.sleep(60_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void inThread(Runnable work) throws InterruptedException {
        Thread thread = new Thread(() -> {
            work.run();
            CPU_NANOS.addAndGet(THREADS.getCurrentThreadCpuTime());
        });
        thread.start();
        thread.join();
    }

    private static void spin(int millis) {
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** In arrays of a thousand bytes, the header included. */
    private static void allocate(int megabytes) {
        for (int i = 0; i < megabytes * 1000; i++) {
            sink = new byte[1000 - 16];
        }
    }
}
