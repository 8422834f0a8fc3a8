package dev.flamegate.collect;

/** Where a running target's counters are read: its probe, or what a Prometheus has stored of it. */
public interface CounterSource {
    /**
     * Reads every counter and level there is.
     *
     * @return of now; of the newest sample where samples are taken by others
     * @throws CollectionFailed when the source does not answer in bounded time
     */
    CounterReading read() throws InterruptedException;
}
