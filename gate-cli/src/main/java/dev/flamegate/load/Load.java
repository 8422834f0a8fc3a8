package dev.flamegate.load;

import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * One load on one target, from its early start to its certain end:
 *
 * <pre>{@code
 * try (Load load = generator.start(baseUrl, work)) {   // while the target starts
 *     load.targetReady();
 *     load.awaitReady(limit);
 *     load.go();                                       // warm-up: more users than planned, where it can
 *     load.awaitBegun(limit);
 *     load.plannedOnly();                              // warm-up, requests in flight bounded
 *     load.measuring();                                // open model
 *     load.stop(limit);
 *     LoadResult result = load.result(window);
 * }
 * }</pre>
 */
public interface Load extends AutoCloseable {
    /**
     * Waits until only {@link #go} is missing.
     *
     * @throws LoadFailed when the generator ends, or the time is over
     */
    void awaitReady(Duration limit) throws InterruptedException;

    /** Reports that the target answers; a simulation that does not know the gate is not built before. */
    void targetReady();

    /** Begins the load, with bounded requests in flight. */
    void go();

    /**
     * Begins like {@link #go}, for one load of several that begin together: a load that is signalled over a network
     * begins at this moment, any other at once.
     *
     * @param at by this machine's clock, a moment from now
     */
    default void goAt(Instant at) {
        go();
    }

    /**
     * Waits after {@link #go} until the load has begun: a tool takes its time to start. Returns at once where that
     * cannot be seen.
     *
     * @throws LoadFailed when the generator ends, or the time is over
     */
    default void awaitBegun(Duration limit) throws InterruptedException {}

    /** Ends the warm-up or a pause: the open model applies from here on. */
    void measuring();

    /**
     * Admits no more users until {@link #measuring}, while those under way go on; does nothing for a load that is not
     * {@linkplain #isControlled controlled}.
     */
    default void drain() {}

    /** Pauses: users leave without a request until {@link #measuring}; the schedule goes on. */
    void pause();

    /** Limits the users to those planned from here on; does nothing for a load that never {@link #hurries}. */
    default void plannedOnly() {}

    /** True if the load sends more than planned until {@link #plannedOnly}, to warm the target up. */
    default boolean hurries() {
        return false;
    }

    /**
     * True if the gate controls the load: it can be paused and stopped cleanly, and its users are counted at any time.
     * The log of any other reports them late, and in bursts.
     */
    boolean isControlled();

    /** True if the load's rate is declared, and its journeys begin at it; journeys of others may never end. */
    boolean isCounted();

    /** The time after {@link #go} in which the load changes; zero if it is steady at once, or never. */
    Duration rampUp();

    /** CPU that the generator has used so far, in seconds; empty if the system does not report it. */
    OptionalDouble cpuSeconds();

    /** Progress of the load; cheap enough to ask every second. */
    LoadProgress progress();

    /**
     * Does nothing while the generator runs.
     *
     * @throws LoadFailed when it ended without being asked to
     */
    void check();

    /**
     * Ends the load: gently, so that everything it saw is kept; by force if that is impossible or takes too long.
     *
     * @param limit of the gentle part; force takes at most 10 s more
     * @throws LoadFailed when the generator had ended before
     */
    void stop(Duration limit) throws InterruptedException;

    /**
     * The generator's results for a window, after {@link #stop} or, perhaps incomplete, before.
     *
     * @throws LoadFailed when there is nothing, or it cannot be read
     */
    LoadResult result(Window window);

    /**
     * The generator's record so far, from which {@link #result} is read.
     *
     * @throws LoadFailed when there is nothing
     */
    default LoadEvidence evidence() {
        throw new IllegalStateException("what this load saw is not in one file");
    }

    /** Kills the generator if it still runs. Idempotent. */
    @Override
    void close();
}
