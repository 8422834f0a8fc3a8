package dev.flamegate.collect;

import java.util.Optional;

/** Where a running target's counters are read: from its probe, or from the samples that a Prometheus has stored. */
public interface CounterSource {
    /**
     * Reads every counter and level there is.
     *
     * @return the values now, or those of the newest sample where a server takes the samples
     * @throws CollectionFailed when the source does not answer in bounded time
     */
    CounterReading read() throws InterruptedException;

    /** What counts calls in the same target; empty where nothing in it can. */
    default Optional<CallCounter> calls() {
        return Optional.empty();
    }

    /** What records events of the same target's virtual machine; empty where nothing in it can. */
    default Optional<EventRecorder> events() {
        return Optional.empty();
    }
}
