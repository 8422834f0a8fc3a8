package dev.flamegate.stats;

/**
 * What one growth criterion of a comparison sees with some pairs, on the scale it is estimated on and with the bad
 * direction upward.
 *
 * @param paired the change
 * @param limit from which a growth breaks the criterion
 * @param harmless below which a growth is known to pass: the limit, or more where a floor excuses more
 * @param choices how many changes this one was picked from for being the largest, at least 1: its significance pays
 *     for the choice (Bonferroni)
 * @param blur what the buckets of histograms leave open of it
 */
public record Contrast(Paired paired, double limit, double harmless, int choices, Blur blur) {
    public Contrast {
        if (choices < 1) {
            throw new IllegalArgumentException(choices + ": a change is picked from at least one");
        }
    }

    /** Of exact values. */
    public Contrast(Paired paired, double limit, double harmless, int choices) {
        this(paired, limit, harmless, choices, Blur.NONE);
    }

    /** One-sided p value of no growth, in [0, 1]; 1 where buckets leave open whether there is one. */
    public double p() {
        return blur.isAny() ? 1 : Math.min(1, choices * change().pLarger());
    }

    /** One-sided p value of a growth that is not harmless, in [0, 1]: small when it is shown to be; 0 when nothing changed at all. */
    public double pHarmful() {
        if (blur.isAny() && blur.high() >= harmless) {
            return 1;
        }
        Change change = change();
        if (change.error() == 0 && change.estimate() == 0 && change.degrees() > 0) {
            return 0;
        }
        Change below = new Change(harmless - change.estimate(), change.error(), change.degrees());
        return Math.min(1, choices * below.pLarger());
    }

    /** The change. */
    public Change change() {
        return paired.change();
    }
}
