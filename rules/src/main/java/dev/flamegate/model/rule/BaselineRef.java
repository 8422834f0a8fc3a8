package dev.flamegate.model.rule;

/** The baseline that a growth is measured against. */
public sealed interface BaselineRef {
    /** {@code baseline}: the other arm of this comparison. */
    record OtherArm() implements BaselineRef {}

    /** {@code previous run}: the latest comparable run that was neither FAIL nor INVALID. */
    record PreviousRun() implements BaselineRef {}

    /** {@code last passing run}: the latest comparable run that was PASS or WARN. */
    record LastPassingRun() implements BaselineRef {}

    /** {@code median of N runs}: per indicator, over the latest N comparable runs, N at least 2. */
    record MedianOf(int runs) implements BaselineRef {
        public MedianOf {
            if (runs < 2) {
                throw new IllegalArgumentException(runs + ": a median needs at least 2 runs");
            }
        }
    }

    /** {@code run ID}: one stored run, by its id. */
    record RunWithId(String id) implements BaselineRef {}

    /** {@code pin NAME}: the stored run pinned under a name. */
    record Pinned(String name) implements BaselineRef {}

    /** The reference as written in a criterion. */
    default String text() {
        if (this instanceof OtherArm) {
            return "baseline";
        } else if (this instanceof PreviousRun) {
            return "previous run";
        } else if (this instanceof LastPassingRun) {
            return "last passing run";
        } else if (this instanceof MedianOf median) {
            return "median of " + median.runs() + " runs";
        } else if (this instanceof RunWithId run) {
            return "run " + run.id();
        }
        return "pin " + ((Pinned) this).name();
    }
}
