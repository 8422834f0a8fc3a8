package dev.flamegate.model;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Latencies with a relative precision of 0.1 % and no loss on merging (HdrHistogram, three significant digits,
 * microsecond resolution). Immutable: the recorder's histogram is copied.
 */
public final class LatencyHistogram {
    private static final int DIGITS = 3;
    private static final double MICROS = 1e6;
    private static final LatencyHistogram EMPTY = new LatencyHistogram(new Histogram(DIGITS));

    private final Histogram micros;

    private LatencyHistogram(Histogram micros) {
        this.micros = micros;
    }

    /** No latencies at all. */
    public static LatencyHistogram empty() {
        return EMPTY;
    }

    /** A copy of a histogram recorded in microseconds with three significant digits. */
    public static LatencyHistogram ofMicros(Histogram recorded) {
        return new LatencyHistogram(recorded.copy());
    }

    /** The latencies of all given histograms together. */
    public static LatencyHistogram merge(Collection<LatencyHistogram> parts) {
        Histogram all = new Histogram(DIGITS);
        parts.forEach(part -> all.add(part.micros));
        return new LatencyHistogram(all);
    }

    public long count() {
        return micros.getTotalCount();
    }

    /** Mean in seconds; 0 when empty. */
    public double mean() {
        return count() == 0 ? 0 : micros.getMean() / MICROS;
    }

    /** Largest in seconds; 0 when empty. */
    public double max() {
        return micros.getMaxValue() / MICROS;
    }

    /**
     * The latency in seconds at a percentile in [0, 100]: the smallest that at least this percentage of all do not
     * exceed.
     */
    public double percentile(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException(percentile + ": a percentile is in [0, 100]");
        }
        return micros.getValueAtPercentile(percentile) / MICROS;
    }

    /** HdrHistogram's compressed encoding as Base64, for a stored run. */
    public String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads what {@link #encoded} wrote.
     *
     * @throws IllegalArgumentException when the text is not such an encoding
     */
    public static LatencyHistogram decode(String encoded) {
        try {
            ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(encoded));
            return new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(buffer, 0));
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LatencyHistogram that && micros.equals(that.micros);
    }

    @Override
    public int hashCode() {
        return micros.hashCode();
    }

    @Override
    public String toString() {
        return count() + " latencies, mean " + mean() + " s";
    }
}
