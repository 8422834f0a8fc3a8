package dev.flamegate.stats;

/**
 * Where one criterion of a comparison stands after some pairs.
 *
 * @param contrast what it sees
 * @param level one-sided error that its growth was held against at this look
 * @param step what follows
 */
public record Standing(Contrast contrast, double level, Step step) {
    /** What follows from a look. */
    public enum Step {
        /** Shown to be below the limit. */
        PASS,
        /** Significant and at the limit or beyond. */
        FAIL,
        /** The same, but so early that one more pair has to agree. */
        CONFIRM,
        /** More pairs are needed. */
        GO_ON;

        /** Whether the criterion needs no more pairs. */
        public boolean isDecided() {
            return this == PASS || this == FAIL;
        }
    }
}
