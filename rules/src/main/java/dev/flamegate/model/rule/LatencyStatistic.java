package dev.flamegate.model.rule;

/** A figure that summarises a distribution of response times. */
public enum LatencyStatistic {
    MEAN("mean", Double.NaN),
    P25("p25", 25),
    P50("p50", 50),
    P75("p75", 75),
    P90("p90", 90),
    P95("p95", 95),
    P99("p99", 99),
    P99_9("p99.9", 99.9),
    MAX("max", 100);

    private final String key;
    private final double percentile;

    LatencyStatistic(String key, double percentile) {
        this.key = key;
        this.percentile = percentile;
    }

    /** Name in rules, after {@code latency.}: {@code p99.9}. */
    public String key() {
        return key;
    }

    /** The percentile in (0, 100], 100 for the maximum; NaN for the mean, which is no percentile. */
    public double percentile() {
        return percentile;
    }

    /** Describes the statistic to people: {@code 99.9th percentile of the response time}. */
    String description() {
        return switch (this) {
            case MEAN -> "Mean response time";
            case MAX -> "Longest response time";
            default -> key.substring(1) + "th percentile of the response time";
        };
    }
}
