package dev.flamegate.model;

/**
 * The quality of the load: whether the generator produced the intended load over a window. NaN where unknown.
 *
 * @param intendedRate requests per second asked for; the achieved rate if the window only misses a user at its edge
 * @param achievedRate requests per second started
 * @param cores CPUs in use by the generator
 * @param lagP99 99th percentile of how late users were started, in seconds
 */
public record LoadQuality(double intendedRate, double achievedRate, double cores, double lagP99) {
    public static final LoadQuality UNKNOWN = new LoadQuality(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
}
