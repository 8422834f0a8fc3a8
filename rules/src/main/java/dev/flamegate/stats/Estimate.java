package dev.flamegate.stats;

import java.util.List;

/**
 * The growth that one criterion sees, on the scale it is estimated on and with the bad direction upward. Whether a
 * growth is significant and whether it breaks its limit is decided here, for stored runs and for pairs alike.
 */
public sealed interface Estimate {
    Change change();

    /** The smallest growth that breaks the criterion; of pairs its floor where that is larger than its limit. */
    double limit();

    /**
     * The number of changes from which this one was picked for being the largest, at least 1: its p value is corrected
     * for the choice (Bonferroni).
     */
    int choices();

    /** The doubt that the buckets of histograms leave about the change. */
    Blur blur();

    /** One-sided p value of "no growth", in [0, 1]; 1 where buckets leave open whether there is one. */
    default double p() {
        return blur().leavesOpen(0) ? 1 : Math.min(1, choices() * change().pLarger());
    }

    /**
     * True if the change is a significant growth.
     *
     * @param level one-sided error allowed, in (0, 1)
     */
    default boolean isSignificant(double level) {
        return change().estimate() > 0 && p() <= level;
    }

    /** True if the estimated growth breaks the limit, significant or not. */
    default boolean isBeyondLimit() {
        return change().estimate() >= limit();
    }

    /** True if buckets leave open whether the growth breaks the limit, whatever the estimate says. */
    default boolean isLimitBlurred() {
        return blur().leavesOpen(limit());
    }

    /** A run's growth against stored runs. */
    record Unpaired(Change change, double limit, int choices, Blur blur) implements Estimate {
        public Unpaired {
            if (choices < 1) {
                throw new IllegalArgumentException(choices + ": a change is picked from at least one");
            }
        }

        /**
         * True if the growth is shown to stay below the limit.
         *
         * @param level one-sided error allowed, in (0, 1)
         */
        public boolean isBelowLimit(double level) {
            return !isLimitBlurred() && change.upper(level) < limit;
        }
    }

    /**
     * The growth between the two arms of a comparison, pair by pair.
     *
     * @param pairs the change, and the pairs it comes from
     * @param pickedFrom all changes that this one was picked from: it passes only if every one of them stays below the
     *     limit; empty if it was not picked
     */
    record Paired(PairedChange pairs, double limit, List<Change> pickedFrom, Blur blur) implements Estimate {
        public Paired {
            pickedFrom = List.copyOf(pickedFrom);
        }

        /** An estimate from exact values. */
        public Paired(PairedChange pairs, double limit) {
            this(pairs, limit, List.of(), Blur.NONE);
        }

        @Override
        public int choices() {
            return Math.max(1, pickedFrom.size());
        }

        @Override
        public Change change() {
            return pairs.change();
        }

        /**
         * One-sided p value of a growth that breaks the limit, in [0, 1]: small when the growth is shown to stay below;
         * 0 when nothing changed at all.
         */
        public double pHarmful() {
            if (isLimitBlurred()) {
                return 1;
            }
            return pickedFrom.isEmpty()
                    ? pHarmful(change())
                    : pickedFrom.stream().mapToDouble(this::pHarmful).max().orElse(1);
        }

        private double pHarmful(Change change) {
            boolean none = change.error() == 0
                    && change.estimate() == 0
                    && change.spread().isKnown();
            return none ? 0 : change.around(limit - change.estimate()).pLarger();
        }
    }
}
