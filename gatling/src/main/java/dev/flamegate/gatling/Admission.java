package dev.flamegate.gatling;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Decides which users may send requests, and counts them. Safe for use by several threads. */
final class Admission {
    /** A journey that has not ended after this time is assumed to have left through Gatling's {@code exitHere}. */
    private static final long LOST_AFTER = TimeUnit.SECONDS.toNanos(60);

    private final int bound;
    private final LongSupplier nanoTime;
    private final ConcurrentHashMap<Long, Long> sinceByUser = new ConcurrentHashMap<>();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();

    /**
     * Starts without any users.
     *
     * @param bound maximum number of users in flight during warm-up, at least 1; {@code Integer.MAX_VALUE} for none
     */
    Admission(int bound, LongSupplier nanoTime) {
        if (bound < 1) {
            throw new IllegalArgumentException(bound + ": at least one user must be allowed in flight");
        }
        this.bound = bound;
        this.nanoTime = nanoTime;
    }

    /** Whether a user may begin its journey; one that may not leaves at once. */
    boolean enter(long user, Phase phase) {
        boolean admitted = switch (phase) {
            case MEASURING -> true;
            case WARM_UP -> belowBound();
            case WAITING, PAUSED, STOPPING -> false;
        };
        if (admitted) {
            if (bound < Integer.MAX_VALUE) {
                sinceByUser.put(user, nanoTime.getAsLong());
            }
            started.incrementAndGet();
        } else {
            leftOut.incrementAndGet();
        }
        return admitted;
    }

    /** Records that an admitted user has finished its journey. */
    void leave(long user, boolean journeyFailed) {
        sinceByUser.remove(user);
        ended.incrementAndGet();
        if (journeyFailed) {
            failed.incrementAndGet();
        }
    }

    /** Reports the counts to the gate. */
    void report(ControlDirectory control) {
        control.progress(started.get(), ended.get(), failed.get(), leftOut.get());
    }

    /** Check and entry are not atomic: two event loops may exceed the bound by one user each. */
    private boolean belowBound() {
        if (sinceByUser.size() < bound) {
            return true;
        }
        long now = nanoTime.getAsLong();
        sinceByUser.values().removeIf(since -> now - since > LOST_AFTER);
        return sinceByUser.size() < bound;
    }
}
