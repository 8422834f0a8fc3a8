package dev.flamegate.model;

import java.util.Locale;

/** Levels sampled throughout a window; a trial keeps the largest. Sizes in bytes, times in seconds. */
public enum Gauge {
    MEMORY_RSS,
    HEAP_USED,
    HEAP_AFTER_GC,
    THREADS,
    GC_PAUSE;

    /** Name in a stored run. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
