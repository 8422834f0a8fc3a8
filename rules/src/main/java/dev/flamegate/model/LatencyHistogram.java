package dev.flamegate.model;

import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies with a relative precision of 0.1 % and no loss on merging (HdrHistogram, three significant digits,
 * microsecond resolution). Immutable: the recorder's histogram is copied.
 */
public final class LatencyHistogram {
    private static final int DIGITS = 3;
    private static final double MICROS = 1e6;
    /** The step of a clock that counts milliseconds, in microseconds. */
    private static final long STEP = 1_000;

    private static final double HALF_STEP = STEP / 2.0;
    /**
     * The precision of a percentile, in microseconds; below half of one, so that rounding gives back what was recorded.
     */
    private static final double PRECISION = 0.01;

    /**
     * The length of the head in HdrHistogram's encoding: cookie and length, then compressed cookie, length, offset,
     * digits, lowest, highest.
     */
    private static final int COMPRESSED_HEAD = 8;

    private static final int DIGITS_AT = 12;
    private static final int HIGHEST_AT = 24;
    private static final int HEAD = 32;

    /** A thousand days. */
    private static final long MOST_MICROS = 1000L * 24 * 3600 * 1_000_000;

    private static final LatencyHistogram EMPTY = new LatencyHistogram(new Histogram(DIGITS));

    private final Histogram micros;
    /** Counts by whole millisecond, the smallest first; empty if some latency is not of whole milliseconds. */
    private final List<Step> steps;

    private LatencyHistogram(Histogram micros) {
        this.micros = micros;
        steps = steps(micros);
    }

    /** Latencies that were read as one value, and lie within half a step of the clock of it. */
    private record Step(double from, double to, long count) {
        double below(double limit) {
            return count * Math.min(1, (limit - from) / (to - from));
        }
    }

    private static List<Step> steps(Histogram micros) {
        List<Step> steps = new ArrayList<>();
        for (HistogramIterationValue recorded : micros.recordedValues()) {
            long highest = recorded.getValueIteratedTo();
            if (highest % STEP >= micros.sizeOfEquivalentValueRange(highest)) {
                return List.of();
            }
            steps.add(new Step(
                    Math.max(0, highest - HALF_STEP), highest + HALF_STEP, recorded.getCountAtValueIteratedTo()));
        }
        return steps;
    }

    public static LatencyHistogram empty() {
        return EMPTY;
    }

    /** A copy of a histogram recorded in microseconds with three significant digits. */
    public static LatencyHistogram ofMicros(Histogram recorded) {
        return new LatencyHistogram(recorded.copy());
    }

    public static LatencyHistogram merge(Collection<LatencyHistogram> parts) {
        if (parts.size() == 1) {
            return parts.iterator().next();
        }
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

    /** Mean in seconds of the slowest {@code share} of all, a ratio above 0 and up to 1; 0 when empty. */
    public double meanOfSlowest(double share) {
        double wanted = share * count();
        double faster = count() - wanted;
        double seen = 0;
        double sum = 0;
        for (HistogramIterationValue recorded : micros.recordedValues()) {
            long there = recorded.getCountAtValueIteratedTo();
            sum += Math.min(there, Math.max(0, seen + there - faster)) * recorded.getValueIteratedTo();
            seen += there;
        }
        return count() == 0 ? 0 : sum / wanted / MICROS;
    }

    /** Largest in seconds; 0 when empty. */
    public double max() {
        return micros.getMaxValue() / MICROS;
    }

    /**
     * Latency in seconds that {@code percentile} per cent of all do not exceed, in [0, 100]; 0 when empty.
     *
     * <p>Many load generators read the clock in whole milliseconds when a request begins and when it ends: 4.3 ms are
     * noted as 5 ms by three requests in ten and as 4 ms by the others. Where all latencies are whole, each therefore
     * stands for half a millisecond on either side, as in the median of grouped data. That is off by at most 0.09 ms at
     * the median even where all requests take equally long; the whole millisecond would be by 0.5 ms.
     */
    public double percentile(double percentile) {
        if (!(percentile >= 0 && percentile <= 100)) {
            throw new IllegalArgumentException(percentile + ": a percentile is in [0, 100]");
        }
        return (steps.isEmpty() ? micros.getValueAtPercentile(percentile) : grouped(percentile)) / MICROS;
    }

    private double grouped(double percentile) {
        double rank = Math.max(1, Math.ceil(percentile / 100 * count())) - 0.5;
        double low = 0;
        double high = micros.getMaxValue() + HALF_STEP;
        while (high - low > PRECISION) {
            double middle = (low + high) / 2;
            if (below(middle) < rank) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return Math.round(high);
    }

    /** The number of latencies below a number of microseconds, each spread over the step it was read in. */
    private double below(double limit) {
        double sum = 0;
        for (Step step : steps) {
            if (limit <= step.from()) {
                return sum;
            }
            sum += step.below(limit);
        }
        return sum;
    }

    /** HdrHistogram's compressed encoding as Base64, for a stored run. */
    public String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads the output of {@link #encoded}.
     *
     * @throws IllegalArgumentException when the text is not such an encoding
     */
    public static LatencyHistogram decode(String encoded) {
        try {
            byte[] bytes = Base64.getDecoder().decode(encoded);
            checkHead(bytes);
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new LatencyHistogram(Histogram.decodeFromCompressedByteBuffer(buffer, 0));
        } catch (DataFormatException | RuntimeException e) {
            if (e.getCause() instanceof InvocationTargetException made && made.getCause() instanceof Error error) {
                throw error; // too little memory says nothing about the record
            }
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }

    /** A few bytes can say five digits up to any value, which takes tens of megabytes. */
    private static void checkHead(byte[] bytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, COMPRESSED_HEAD, Math.max(0, bytes.length - COMPRESSED_HEAD));
            byte[] head = new byte[HEAD];
            int length = inflater.inflate(head);
            ByteBuffer in = ByteBuffer.wrap(head);
            int digits = in.getInt(DIGITS_AT);
            long highest = in.getLong(HIGHEST_AT);
            if (length < HEAD || digits != DIGITS || highest > MOST_MICROS) {
                throw new IllegalArgumentException(digits + " digits up to " + highest + " us");
            }
        } finally {
            inflater.end();
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
