package dev.flamegate.collect.pyroscope;

/** What looking for a profile led to. */
public enum Outcome {
    /** There are samples. */
    FOUND,
    /** The server keeps no profile of that kind in the window, of any service. */
    NO_SUCH_TYPE,
    /** The server knows no service of that name in the window. */
    NO_SUCH_SERVICE,
    /** The service is known, but none of its series has the labels. */
    NO_SUCH_SERIES,
    /** Series are known, but hold nothing in the window. */
    NO_SAMPLES
}
