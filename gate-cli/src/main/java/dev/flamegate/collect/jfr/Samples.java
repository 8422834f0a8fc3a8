package dev.flamegate.collect.jfr;

import java.util.Arrays;

/**
 * The samples of one event in one chunk, in columns: 12 bytes for one of CPU, 20 for a batch of wall clock samples or
 * an allocation, 24 for a wait. Times are microseconds from the chunk's start.
 */
final class Samples {
    private static final double MICROS_PER_NANO = 1e-3;

    private final long start;
    private final boolean batches;
    private final boolean weights;
    private int[] at = new int[16];
    private int[] nodes = new int[16];
    private int[] facets = new int[16];
    private int[] counts = new int[0];
    private int[] spans = new int[0];
    private long[] weight = new long[0];
    private int size;

    /**
     * Starts the samples of one event.
     *
     * @param start of the chunk, in nanoseconds since the epoch
     * @param batches whether one sample may stand for several over a stretch of time
     * @param weights whether samples differ in weight
     */
    Samples(long start, boolean batches, boolean weights) {
        this.start = start;
        this.batches = batches;
        this.weights = weights;
        resize(16);
    }

    private void resize(int length) {
        at = Arrays.copyOf(at, length);
        nodes = Arrays.copyOf(nodes, length);
        facets = Arrays.copyOf(facets, length);
        counts = batches ? Arrays.copyOf(counts, length) : counts;
        spans = batches ? Arrays.copyOf(spans, length) : spans;
        weight = weights ? Arrays.copyOf(weight, length) : weight;
    }

    /**
     * Adds a sample.
     *
     * @param nanos its first moment, since the epoch
     * @param spanNanos from its first moment to its last
     * @param count how many samples it stands for
     * @param ownWeight its weight, where samples have one
     */
    void add(long nanos, long spanNanos, int count, int node, int facet, long ownWeight) {
        if (size == at.length) {
            resize(size * 2);
        }
        at[size] = micros(nanos - start);
        nodes[size] = node;
        facets[size] = facet;
        if (batches) {
            counts[size] = count;
            spans[size] = micros(spanNanos);
        }
        if (weights) {
            weight[size] = ownWeight;
        }
        size++;
    }

    private static int micros(long nanos) {
        return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, Math.round(nanos * MICROS_PER_NANO)));
    }

    /** Frees memory that was not needed. */
    void trim() {
        resize(size);
    }

    /** True if samples differ in weight. */
    boolean isWeighted() {
        return weights;
    }

    int size() {
        return size;
    }

    int node(int sample) {
        return nodes[sample];
    }

    int facet(int sample) {
        return facets[sample];
    }

    /** The number of moments represented by a sample that are in [from, to), nanoseconds since the epoch. */
    int countIn(int sample, long from, long to) {
        double low = (from - start) * MICROS_PER_NANO - at[sample];
        double high = (to - start) * MICROS_PER_NANO - at[sample];
        int count = batches ? counts[sample] : 1;
        double step = count > 1 ? (double) spans[sample] / (count - 1) : 0;
        if (step <= 0) {
            return low <= 0 && high > 0 ? count : 0;
        }
        double first = Math.max(0, Math.ceil(low / step));
        double end = Math.min(count, Math.ceil(high / step));
        return (int) Math.max(0, end - first);
    }

    /** The part of a sample's own weight that falls in [from, to): by the share of its stretch of time. */
    long weightIn(int sample, long from, long to) {
        double low = (from - start) * MICROS_PER_NANO - at[sample];
        double high = (to - start) * MICROS_PER_NANO - at[sample];
        double span = batches ? spans[sample] : 0;
        if (span <= 0) {
            return low <= 0 && high > 0 ? weight[sample] : 0;
        }
        double inside = Math.min(high, span) - Math.max(low, 0);
        return inside <= 0 ? 0 : Math.round(weight[sample] * inside / span);
    }
}
