package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Counter;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.IndicatorSource.Latency;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.LatencyStatistic;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairPrior.Swings;

/**
 * The usual scatter of services, for services without stored records: rounded from what the recorded pairs of several
 * services show (bench/results/recorded-noise.md, docs/internals/decisions/0029).
 */
public final class UsualNoise {
    private static final double OF_COUNTS = 0.003;
    private static final double OF_CPU = 0.05;
    private static final double OF_CPU_TOGETHER = 0.03;

    private UsualNoise() {}

    /**
     * The knowledge about the pairs of a service that was never compared; any noise where nothing usual is known.
     *
     * @param manner in which its pairs are measured
     */
    public static PairPrior prior(Indicator indicator, Comparison.Manner manner) {
        if (isCount(indicator)) {
            return PairPrior.unseen(ofPairs(indicator, manner), Swings.NEVER);
        }
        return isOfTime(indicator)
                ? PairPrior.unseen(ofPairs(indicator, manner), manner.withoutC2() ? Swings.RARELY : Swings.OFTEN)
                : PairPrior.UNKNOWN;
    }

    /** True for what gets loud when the machine does: CPU and latency under load. */
    public static boolean isOfTime(Indicator indicator) {
        return indicator.source() instanceof Latency
                || indicator.source() instanceof Increase increase
                        && (increase.counter() == Counter.CPU_PROCESS || increase.counter() == Counter.CPU_APPLICATION);
    }

    /** True for what restarts repeat nearly exactly, in one mode. */
    private static boolean isCount(Indicator indicator) {
        return indicator.source() == Requests.THROUGHPUT
                || indicator.source() instanceof Increase increase && increase.counter() == Counter.ALLOCATED;
    }

    /**
     * Standard deviation of the log ratio of a pair of like restarts.
     *
     * @param manner in which the pairs are measured
     */
    public static double ofPairs(Indicator indicator, Comparison.Manner manner) {
        if (isCount(indicator)) {
            return OF_COUNTS;
        } else if (indicator.source() instanceof Latency latency) {
            return ofLatency(latency.side(), latency.statistic().percentile());
        }
        return manner.together() ? OF_CPU_TOGETHER : OF_CPU;
    }

    /**
     * The usual noise of response times.
     *
     * @param percentile NaN for the mean
     */
    private static double ofLatency(Latency.Side side, double percentile) {
        boolean tail = percentile >= LatencyStatistic.P99.percentile();
        if (side == Latency.Side.CLIENT) {
            return tail ? 0.3 : 0.1;
        }
        boolean high = percentile > LatencyStatistic.P75.percentile();
        return tail ? 0.15 : high ? 0.08 : 0.03;
    }
}
