package dev.flamegate.collect.targets;

import java.lang.reflect.Proxy;

/** A program that collects garbage, waits for a lock and makes proxy classes whenever it reads a line, then prints one. */
public final class EventfulTarget {
    /** Proxy classes in each round. */
    public static final int PROXIES = 7;

    private static final long HELD_MILLIS = 50;

    private EventfulTarget() {}

    /** What two threads want at once. */
    public static final class Till {}

    public static void main(String[] args) throws Exception {
        System.out.println("waiting");
        for (int round = 1; System.in.read() >= 0; round++) {
            while (System.in.read() != '\n') {
                // The rest of the line.
            }
            System.gc();
            contend();
            proxies();
            System.out.println("round " + round);
        }
    }

    private static void contend() throws InterruptedException {
        Till till = new Till();
        Thread other = new Thread(() -> pay(till));
        synchronized (till) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            Thread.sleep(HELD_MILLIS);
        }
        other.join();
    }

    private static void pay(Till till) {
        synchronized (till) {
            Thread.yield();
        }
    }

    private static void proxies() {
        for (int i = 0; i < PROXIES; i++) {
            ClassLoader own = new ClassLoader(EventfulTarget.class.getClassLoader()) {};
            Proxy.newProxyInstance(own, new Class<?>[] {Runnable.class}, (self, method, arguments) -> null);
        }
    }
}
