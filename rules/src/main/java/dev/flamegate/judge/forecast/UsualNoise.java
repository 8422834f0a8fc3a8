package dev.flamegate.judge.forecast;

import dev.flamegate.model.Counter;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.IndicatorSource.Latency;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.LatencyStatistic;

/**
 * The usual scatter of services, for services without stored records: rounded from what the pairs recorded of the
 * sample service show (bench/results/recorded-noise.md).
 */
final class UsualNoise {
    private static final double OF_COUNTS = 0.003;
    private static final double OF_CPU = 0.04;

    private UsualNoise() {}

    /** Standard deviation of the log ratio of a pair of like restarts. */
    static double ofPairs(Indicator indicator) {
        boolean allocation = indicator.source() instanceof Increase increase && increase.counter() == Counter.ALLOCATED;
        if (allocation || indicator.source() == Requests.THROUGHPUT) {
            return OF_COUNTS;
        } else if (indicator.source() instanceof Latency latency) {
            return ofLatency(latency.side(), latency.statistic().percentile());
        }
        return OF_CPU;
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
