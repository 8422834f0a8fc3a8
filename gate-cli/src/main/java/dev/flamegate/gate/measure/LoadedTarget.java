package dev.flamegate.gate.measure;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A target of a pair with its load, which is off until {@link #underLoad} turns it on. */
public interface LoadedTarget {
    CounterSource counters();

    /** Loads the target while work is done; returns when the last request seems to have ended. */
    void underLoad(Work work) throws InterruptedException;

    /** The load's result for a window, by the gate's clock; to be called when the load has ended for good. */
    LoadResult load(Window window);

    /**
     * The number of requests in a window, to be called when the load has ended for good.
     *
     * @param meanwhile what was done in the window
     * @throws CollectionFailed when none was seen
     */
    default long requests(Window window, String meanwhile) {
        LoadResult seen = load(window);
        long requests = seen.counted()
                ? seen.requests().stream().mapToLong(RequestStats::total).sum()
                : 0;
        if (requests == 0) {
            throw new CollectionFailed("no requests were seen while " + meanwhile);
        }
        return requests;
    }

    /** The folder of the target's logs in this pair. */
    Path folder();

    /** The time by the gate's clock. */
    Instant now();

    /** Waits by the gate's clock. */
    void sleep(Duration duration) throws InterruptedException;

    /** Work that is done under load. */
    @FunctionalInterface
    interface Work {
        void run() throws InterruptedException;
    }
}
