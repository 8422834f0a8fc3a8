package dev.flamegate.gatling;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Tells the planned users of a population from the extra ones. To hurry a warm-up, Gatling injects several times the
 * planned rate for as long as the load lasts; one user in so many is a planned one, and the others leave at once unless
 * they are wanted. So the planned users come as evenly as they would alone, or as randomly: a part of a Poisson process,
 * drawn at random, is one too (Lewis and Shedler, 1979, "thinning"). Safe for use by several threads.
 */
final class PlannedUsers {
    /** Injecting users takes CPU of the generator, also those that leave at once. */
    private static final double MOST_PER_SECOND = 500;

    private final int times;
    private final boolean randomized;
    private final long rampNanos;
    private final LongSupplier sinceGo;
    private final AtomicLong arrivals = new AtomicLong();

    /**
     * The users of one population.
     *
     * @param times the injected rate in planned rates, at least 1
     * @param randomized whether users arrive at random moments
     * @param rampSeconds from the start of the load, in which all users are planned
     * @param sinceGo nanoseconds since the start of the load
     */
    PlannedUsers(int times, boolean randomized, double rampSeconds, LongSupplier sinceGo) {
        this.times = times;
        this.randomized = randomized;
        this.rampNanos = (long) (rampSeconds * 1e9);
        this.sinceGo = sinceGo;
    }

    /**
     * The largest multiple of its rate that a population may get in a warm-up: {@code wanted}, less for a high rate, at
     * least 1.
     */
    static int times(double usersPerSecond, int wanted) {
        return (int) Math.max(1, Math.min(wanted, MOST_PER_SECOND / usersPerSecond));
    }

    /** True if the user that has just arrived is a planned one. */
    boolean nextIsPlanned() {
        if (times == 1 || (rampNanos > 0 && sinceGo.getAsLong() < rampNanos)) {
            return true;
        }
        return randomized ? ThreadLocalRandom.current().nextInt(times) == 0 : arrivals.getAndIncrement() % times == 0;
    }
}
