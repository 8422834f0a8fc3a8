package dev.flamegate.model;

/**
 * Something people should know about a number; it accompanies the number and never affects a verdict.
 *
 * @param id stable name, such as {@code generator-lag}
 * @param message one sentence for people
 */
public record Warning(String id, String message) {
    /** Id of the warning that the clock was set, or the machine suspended, during a trial. */
    public static final String CLOCK = "clock";

    /** Id of the warnings about failed requests, one for each kind of failure. */
    public static final String FAILED_REQUESTS = "failed-requests";

    /** Id of the warning that many more users of the load began than ended while it was measured. */
    public static final String PILE_UP = "users-pile-up";

    /** Id of the warning that a comparison ended for want of time, before it was decided. */
    public static final String BUDGET = "budget";

    /** Prefix of the ids of warnings that say why an indicator has no value, such as {@code indicator/x}. */
    public static final String INDICATOR = "indicator/";
}
