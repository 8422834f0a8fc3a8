package dev.flamegate.load.results;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A log of HdrHistograms, as {@code HistogramLogWriter} and the tools that use it write it: one line an interval, with
 * the name of the requests as its tag. The third column is the largest value in the log's own unit, usually
 * milliseconds, and so tells the unit of the values. The log knows of no failures.
 */
final class HdrLog implements ResultFormat {
    private static final Pattern TIME = Pattern.compile("#\\[(StartTime|BaseTime): ([0-9.]+).*");
    private static final double MICROS = 1e6;
    /** Times before this are relative to the log's start. */
    private static final double YEAR = 365 * 86_400.0;

    private static final int DIGITS = 3;
    private static final int MOST_DIGITS = 4;
    /** Size of cookie and length before the deflated part; then of cookie, length and offset before the digits. */
    private static final int COMPRESSED_HEAD = 8;

    private static final int DIGITS_AT = 12;
    private static final String UNNAMED = "requests";

    private double start;
    private double base = Double.NaN;
    /** Units of a value in a microsecond: 1000 of nanoseconds. */
    private double perMicro = Double.NaN;

    @Override
    public void line(String line, Consumer<ResultRecord> sink) {
        Matcher time = TIME.matcher(line);
        if (time.matches()) {
            double seconds = Double.parseDouble(time.group(2));
            start = time.group(1).equals("StartTime") ? seconds : start;
            base = time.group(1).equals("BaseTime") ? seconds : base;
        } else if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("\"StartTimestamp\"")) {
            interval(line, sink);
        }
    }

    /** False: histograms are in the log only when their interval is over, often when the tool ends. */
    @Override
    public boolean grows() {
        return false;
    }

    private void interval(String line, Consumer<ResultRecord> sink) {
        String name = UNNAMED;
        String rest = line;
        if (line.startsWith("Tag=")) {
            int comma = line.indexOf(',');
            name = comma < 0 ? UNNAMED : line.substring("Tag=".length(), comma);
            rest = line.substring(comma + 1);
        }
        String[] columns = rest.split(",", 4);
        if (columns.length != 4) {
            throw new IllegalArgumentException("an interval has four columns: start, length, maximum, histogram");
        }
        double from = Double.parseDouble(columns[0]);
        if (Double.isNaN(base)) {
            base = from < start - YEAR ? start : 0;
        }
        long startMicros = Math.round((base + from) * MICROS);
        long endMicros = startMicros + Math.round(Double.parseDouble(columns[1]) * MICROS);
        Histogram values = decoded(columns[3]);
        unit(values, Double.parseDouble(columns[2]));
        if (values.getTotalCount() > 0) {
            sink.accept(new ResultRecord.Interval(
                    name, startMicros, endMicros, values.getTotalCount(), 0, inMicros(values)));
        }
    }

    private static Histogram decoded(String encoded) {
        try {
            byte[] bytes = Base64.getDecoder().decode(encoded.strip());
            checkDigits(bytes);
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
        }
    }

    /** Refuses histograms with too many digits: a few bytes can ask for five digits, which take tens of megabytes. */
    private static void checkDigits(byte[] bytes) throws DataFormatException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(bytes, COMPRESSED_HEAD, Math.max(0, bytes.length - COMPRESSED_HEAD));
            byte[] head = new byte[DIGITS_AT + Integer.BYTES];
            int length = inflater.inflate(head);
            int digits = ByteBuffer.wrap(head).getInt(DIGITS_AT);
            if (length < head.length || digits < 0 || digits > MOST_DIGITS) {
                throw new IllegalArgumentException("more than " + MOST_DIGITS + " significant digits");
            }
        } finally {
            inflater.end();
        }
    }

    /** Derives the unit: the largest value is that many milliseconds. */
    private void unit(Histogram values, double maximum) {
        if (maximum > 0 && values.getMaxValue() > 0) {
            double perMilli = values.getMaxValue() / maximum;
            perMicro = Arrays.stream(new double[] {1e6, 1e3, 1})
                            .filter(unit -> Math.abs(Math.log10(perMilli / unit)) < 1)
                            .findFirst()
                            .orElseThrow(() -> new IllegalArgumentException("the unit is unknown: a maximum of "
                                    + maximum + " in the third column is not that of the histogram in milliseconds"))
                    / 1e3;
        }
    }

    private Histogram inMicros(Histogram values) {
        if (Double.isNaN(perMicro)) {
            throw new IllegalArgumentException("the unit is unknown: the third column is 0");
        }
        Histogram micros = new Histogram(DIGITS);
        for (HistogramIterationValue value : values.recordedValues()) {
            long middle = values.medianEquivalentValue(value.getValueIteratedTo());
            micros.recordValueWithCount(Math.round(middle / perMicro), value.getCountAtValueIteratedTo());
        }
        return micros;
    }
}
