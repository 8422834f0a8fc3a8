package dev.flamegate.judge.forecast;

import dev.flamegate.judge.Rates;
import dev.flamegate.model.rule.Selector;
import java.util.OptionalDouble;

/** The forecast of one criterion: how often it breaks for an unchanged build, and which growth it finds. */
public sealed interface Forecast {
    enum Source {
        COMPARISONS,
        RUNS,
        /** Usual values, as no runs or comparisons are stored. */
        ASSUMED
    }

    /**
     * The forecast of a growth, rehearsed.
     *
     * @param source where the noise is from
     * @param unchanged how rehearsals of an unchanged build end, as far as this criterion decides
     * @param deviation of the logarithm of a pair's ratio, or of a trial's value around its run's
     * @param betweenRuns of whole runs beyond that; NaN between two arms
     * @param detectable the smallest growth, or drop, found in nine of ten rehearsals, relative; empty above ten times
     * @param parts how many parts of the service the criterion judges
     * @param noisiest of them, which the figures are of
     */
    record OfGrowth(
            Source source,
            Rates unchanged,
            double deviation,
            double betweenRuns,
            OptionalDouble detectable,
            int parts,
            Selector noisiest)
            implements Forecast {}

    /**
     * The forecast of a limit on the value itself, from the values of past runs.
     *
     * @param runs how many
     * @param lowest of their values, in base units
     * @param highest of their values, in base units
     * @param breaks probability that the next unchanged run breaks the limit
     * @param detectable the change for the worse that breaks it nine times in ten, relative; negative where the usual
     *     value is beyond the limit
     */
    record OfValue(int runs, double lowest, double highest, double breaks, double detectable) implements Forecast {}

    /**
     * Unknown.
     *
     * @param reason a clause for people
     */
    record Unknown(String reason) implements Forecast {}
}
