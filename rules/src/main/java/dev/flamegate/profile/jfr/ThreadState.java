package dev.flamegate.profile.jfr;

/** What a sampled thread was doing. */
public enum ThreadState {
    /** The profiler does not say. */
    UNKNOWN(""),
    /** On a CPU. */
    RUNNING("running"),
    /** On a CPU or waiting for one. */
    RUNNABLE("runnable"),
    /** Waiting. */
    SLEEPING("sleeping");

    private final String facet;

    ThreadState(String facet) {
        this.facet = facet;
    }

    /** As {@link dev.flamegate.profile.Facet} has it. */
    public String facet() {
        return facet;
    }

    /** By the name that recordings have. */
    static ThreadState of(String name) {
        return switch (name) {
            case "STATE_RUNNABLE" -> RUNNABLE;
            case "STATE_SLEEPING" -> SLEEPING;
            default -> UNKNOWN;
        };
    }
}
