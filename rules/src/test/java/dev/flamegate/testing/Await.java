package dev.flamegate.testing;

import java.time.Duration;

/** Waits for what a test awaits: looks every few milliseconds, and fails when it does not come. */
public final class Await {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long PAUSE_MILLIS = 10;

    private Await() {}

    /** A condition of the outside world, such as a file that another process writes. */
    @FunctionalInterface
    public interface Condition {
        boolean holds() throws Exception;
    }

    /**
     * Waits until a condition holds; what it throws ends the waiting.
     *
     * @param what is awaited, for the failure
     */
    public static void until(String what, Condition condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!holds(condition)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("awaited in vain: " + what);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static boolean holds(Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
