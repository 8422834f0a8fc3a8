package dev.flamegate.model;

/**
 * One second of a trial, for charts; NaN where nothing was seen.
 *
 * @param second seconds from the start of the trial's load to the end of this second
 * @param cores CPUs in use by the target
 * @param jitCores CPUs in use by its JIT compiler
 * @param throughput requests ended per second, successful or not
 * @param failed requests failed per second
 * @param p50 median latency in seconds
 * @param p99 99th percentile in seconds
 * @param heap bytes of heap in use
 */
public record SeriesPoint(
        double second,
        double cores,
        double jitCores,
        double throughput,
        double failed,
        double p50,
        double p99,
        double heap) {}
