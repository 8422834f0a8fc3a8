package dev.flamegate.gatling;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Decides which users may send requests, and counts them. Safe for use by several threads. */
final class Admission {
    /** A journey that neither ended nor was seen for so long has left by Gatling's {@code exitHere}. */
    private static final long LOST_AFTER = TimeUnit.SECONDS.toNanos(60);

    private final int bound;
    private final LongSupplier nanoTime;
    private final ConcurrentHashMap<Long, Long> sinceByUser = new ConcurrentHashMap<>();
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();

    /**
     * Nobody is in yet.
     *
     * @param bound users in flight at most during warm-up, at least 1
     */
    Admission(int bound, LongSupplier nanoTime) {
        if (bound < 1) {
            throw new IllegalArgumentException(bound + ": at least one user may be in flight");
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
            sinceByUser.put(user, nanoTime.getAsLong());
            started.incrementAndGet();
        } else {
            leftOut.incrementAndGet();
        }
        return admitted;
    }

    /** An admitted user has come to the end of its journey. */
    void leave(long user, boolean journeyFailed) {
        sinceByUser.remove(user);
        ended.incrementAndGet();
        if (journeyFailed) {
            failed.incrementAndGet();
        }
    }

    /** Says the counts. */
    void report(ControlDirectory control) {
        control.progress(started.get(), ended.get(), failed.get(), leftOut.get());
    }

    /** The check and the entry are not one step: two event loops may overshoot the bound by one user each. */
    private boolean belowBound() {
        if (sinceByUser.size() < bound) {
            return true;
        }
        long now = nanoTime.getAsLong();
        sinceByUser.values().removeIf(since -> now - since > LOST_AFTER);
        return sinceByUser.size() < bound;
    }
}
