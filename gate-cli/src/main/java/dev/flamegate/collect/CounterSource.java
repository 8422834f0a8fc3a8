package dev.flamegate.collect;

import java.util.Optional;

/** The source of a running target's counters: its probe, or the samples that a Prometheus has stored. */
public interface CounterSource {
    /**
     * Reads every counter and level there is.
     *
     * @return the values now, or those of the newest sample where a server takes the samples
     * @throws CollectionFailed when the source does not answer in bounded time
     */
    CounterReading read() throws InterruptedException;

    /** The agent of an extension in the same target; empty if the source reaches none. */
    default Optional<AskedAgent> agent() {
        return Optional.empty();
    }

    /**
     * Collects all garbage of the target, and lists what is alive; empty if the source cannot tell.
     *
     * @throws CollectionFailed when the target should, and does not
     */
    default Optional<LiveHeap> liveHeap() {
        return Optional.empty();
    }

    /** The recorder of events of the same target's virtual machine; empty if the source cannot record events. */
    default Optional<EventRecorder> events() {
        return Optional.empty();
    }
}
