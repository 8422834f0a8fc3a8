package dev.flamegate.gatling;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Decides which users may send requests, and counts them. Planned users are those of the plan's rate; extra ones only
 * hurry the warm-up, and none come any more when the service fails them. Safe for use by several threads.
 */
final class Admission {
    /** A journey that has not ended after this time is assumed to have left through Gatling's {@code exitHere}. */
    private static final long LOST_AFTER = TimeUnit.SECONDS.toNanos(60);

    /** The number of failed journeys of extra users that, with so large a share of them, is no accident. */
    private static final int FAILURES = 5;

    private static final double FAILING_SHARE = 0.05;

    private final LongSupplier nanoTime;
    private final InFlight planned;
    private final InFlight extra;
    private final AtomicLong started = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();
    private final AtomicLong extraEnded = new AtomicLong();
    private final AtomicLong extraFailed = new AtomicLong();

    /**
     * Starts without any users.
     *
     * @param bound maximum number of planned users in flight during warm-up, at least 1; {@code Integer.MAX_VALUE} for
     *     none
     * @param extraBound maximum number of extra users in flight, at least 1
     */
    Admission(int bound, int extraBound, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        planned = new InFlight(bound);
        extra = new InFlight(extraBound);
    }

    /** True if a user may begin its journey; a refused user leaves at once. */
    boolean enter(long user, boolean isPlanned, Phase phase) {
        boolean admitted = switch (phase) {
            case MEASURING -> isPlanned && planned.add(user, Integer.MAX_VALUE);
            case WARM_UP -> isPlanned && planned.add(user, planned.bound);
            case HURRYING ->
                isPlanned ? planned.add(user, planned.bound) : !failsExtras() && extra.add(user, extra.bound);
            case WAITING, DRAINING, PAUSED, STOPPING -> false;
        };
        (admitted ? started : leftOut).incrementAndGet();
        return admitted;
    }

    /** Records that an admitted user has finished its journey. */
    void leave(long user, boolean journeyFailed) {
        ended.incrementAndGet();
        if (journeyFailed) {
            failed.incrementAndGet();
        }
        if (extra.remove(user)) {
            extraEnded.incrementAndGet();
            if (journeyFailed) {
                extraFailed.incrementAndGet();
            }
        } else {
            planned.remove(user);
        }
    }

    void report(ControlDirectory control) {
        control.progress(started.get(), ended.get(), failed.get(), leftOut.get());
    }

    private boolean failsExtras() {
        return extraFailed.get() >= FAILURES && extraFailed.get() > FAILING_SHARE * extraEnded.get();
    }

    /** Users under way, as far as their number is bounded. */
    private final class InFlight {
        private final int bound;
        private final ConcurrentHashMap<Long, Long> sinceByUser = new ConcurrentHashMap<>();

        InFlight(int bound) {
            if (bound < 1) {
                throw new IllegalArgumentException(bound + ": at least one user must be allowed in flight");
            }
            this.bound = bound;
        }

        /** Check and entry are not atomic: two event loops may exceed the bound by one user each. */
        boolean add(long user, int most) {
            if (!hasRoom(most)) {
                return false;
            }
            if (bound < Integer.MAX_VALUE) {
                sinceByUser.put(user, nanoTime.getAsLong());
            }
            return true;
        }

        boolean remove(long user) {
            return sinceByUser.remove(user) != null;
        }

        private boolean hasRoom(int most) {
            if (sinceByUser.size() < most) {
                return true;
            }
            long now = nanoTime.getAsLong();
            sinceByUser.values().removeIf(since -> now - since > LOST_AFTER);
            return sinceByUser.size() < most;
        }
    }
}
