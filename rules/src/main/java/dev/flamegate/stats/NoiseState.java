package dev.flamegate.stats;

/** The noise of a comparison beside what is usual, in ascending order. */
enum NoiseState {
    QUIET(1.0 / 3, 0.1, 0.1),
    USUAL(1, 0.72, 0.4),
    LOUD(3, 0.18, 0.25),
    LOUDER(9, 0, 0.15),
    LOUDEST(27, 0, 0.1);

    private final double times;
    private final double withPast;
    private final double withoutPast;

    /**
     * A state of the noise.
     *
     * @param times standard deviation beside the usual one
     * @param withPast its probability where past comparisons of the service say what is usual
     * @param withoutPast its probability where only other services do
     */
    NoiseState(double times, double withPast, double withoutPast) {
        this.times = times;
        this.withPast = withPast;
        this.withoutPast = withoutPast;
    }

    /** The probability of the state before any pair. */
    double probability(boolean past) {
        return past ? withPast : withoutPast;
    }

    /** The noise in this state, where this is usual. */
    VariancePrior of(VariancePrior usual) {
        return new VariancePrior(usual.variance() * times * times, usual.degrees());
    }
}
