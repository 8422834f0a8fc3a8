package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.Scrape.Family;
import dev.flamegate.collect.prometheus.Scrape.Type;
import dev.flamegate.profile.format.Protobuf;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads delimited {@code io.prometheus.client.MetricFamily} messages: the only format with native histograms. */
final class ProtobufExposition {
    private ProtobufExposition() {}

    /**
     * Reads a whole exposition.
     *
     * @throws IllegalArgumentException when the bytes are not an exposition
     */
    static Scrape read(byte[] body, Instant at) {
        List<Family> families = new ArrayList<>();
        Protobuf in = Protobuf.of(body);
        while (in.hasPacked()) {
            families.add(family(in.delimited()));
        }
        return new Scrape(at, families);
    }

    private static Family family(Protobuf in) {
        String name = "";
        Type type = Type.COUNTER; // the value 0, which is not written
        Map<SeriesLabels, Double> values = new HashMap<>();
        Map<SeriesLabels, Histogram> histograms = new HashMap<>();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> name = in.text();
                case 3 -> type = type((int) in.number());
                case 4 -> metric(in.message(), values, histograms);
                default -> {
                    // help, unit and unknown fields
                }
            }
        }
        return new Family(name, type, values, histograms);
    }

    private static Type type(int number) {
        return switch (number) {
            case 0 -> Type.COUNTER;
            case 1 -> Type.GAUGE;
            case 2 -> Type.SUMMARY;
            case 4 -> Type.HISTOGRAM;
            default -> Type.UNKNOWN; // a gauge histogram is no distribution over a window
        };
    }

    private static void metric(Protobuf in, Map<SeriesLabels, Double> values, Map<SeriesLabels, Histogram> histograms) {
        Map<String, String> labels = new HashMap<>();
        Double value = null;
        Histogram histogram = null;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> label(in.message(), labels);
                case 2, 3, 5 -> value = value(in.message());
                case 4 -> histogram = summary(in.message());
                case 7 -> histogram = histogram(in.message());
                default -> {
                    // a separate time: the scrape's is used
                }
            }
        }
        if (histogram != null) {
            histograms.put(new SeriesLabels(labels), histogram);
        } else if (value != null) {
            values.put(new SeriesLabels(labels), value);
        }
    }

    private static void label(Protobuf in, Map<String, String> labels) {
        String name = "";
        String value = "";
        while (in.next()) {
            if (in.field() == 1) {
                name = in.text();
            } else if (in.field() == 2) {
                value = in.text();
            }
        }
        labels.put(name, value);
    }

    private static double value(Protobuf in) {
        double value = 0;
        while (in.next()) {
            if (in.field() == 1) {
                value = in.real();
            }
        }
        return value;
    }

    private static Histogram summary(Protobuf in) {
        double count = 0;
        double sum = 0;
        while (in.next()) {
            if (in.field() == 1) {
                count = in.number();
            } else if (in.field() == 2) {
                sum = in.real();
            }
        }
        return new Histogram(count, sum, new TreeMap<>(), null);
    }

    private static Histogram histogram(Protobuf in) {
        double count = 0;
        double sum = 0;
        TreeMap<Double, Double> classic = new TreeMap<>();
        NativeParts parts = new NativeParts();
        while (in.next()) {
            switch (in.field()) {
                case 1 -> count = in.number();
                case 4 -> count = in.real();
                case 2 -> sum = in.real();
                case 3 -> bucket(in.message(), classic);
                default -> parts.read(in);
            }
        }
        if (!classic.isEmpty()) {
            classic.put(Double.POSITIVE_INFINITY, count); // implied in this format
        }
        return new Histogram(count, sum, classic, parts.buckets());
    }

    private static void bucket(Protobuf in, Map<Double, Double> classic) {
        double count = 0;
        double bound = Double.POSITIVE_INFINITY;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> count = in.number();
                case 2 -> bound = in.real();
                case 4 -> count = in.real();
                default -> {
                    // exemplar
                }
            }
        }
        classic.put(bound, count);
    }

    /** The fields of a native histogram: runs of buckets and the differences between their counts. */
    private static final class NativeParts {
        private boolean present;
        private int schema;
        private double zeroThreshold;
        private double zeroCount;
        private final List<long[]> spans = new ArrayList<>();
        private final List<Double> counts = new ArrayList<>();
        private double last;

        void read(Protobuf in) {
            switch (in.field()) {
                case 5 -> {
                    schema = (int) in.signed();
                    present = true;
                }
                case 6 -> {
                    zeroThreshold = in.real();
                    present = true;
                }
                case 7 -> zeroCount = in.number();
                case 8 -> zeroCount = in.real();
                case 12 -> {
                    spans.add(span(in.message()));
                    present = true;
                }
                case 13 -> deltas(in);
                case 14 -> absolute(in);
                default -> {
                    // negative buckets, exemplars, times
                }
            }
        }

        private static long[] span(Protobuf in) {
            long offset = 0;
            long length = 0;
            while (in.next()) {
                if (in.field() == 1) {
                    offset = in.signed();
                } else if (in.field() == 2) {
                    length = in.number();
                }
            }
            return new long[] {offset, length};
        }

        private void deltas(Protobuf in) {
            if (!in.isPacked()) {
                last += in.signed();
                counts.add(last);
                return;
            }
            for (Protobuf run = in.message(); run.hasPacked(); ) {
                last += run.packedSigned();
                counts.add(last);
            }
        }

        private void absolute(Protobuf in) {
            if (!in.isPacked()) {
                counts.add(in.real());
                return;
            }
            for (Protobuf run = in.message(); run.hasPacked(); ) {
                counts.add(run.packedReal());
            }
        }

        @Nullable
        NativeBuckets buckets() {
            if (!present) {
                return null;
            }
            TreeMap<Integer, Double> byIndex = new TreeMap<>();
            long index = 0;
            int next = 0;
            for (long[] span : spans) {
                index += span[0];
                for (long i = 0; i < span[1]; i++) {
                    if (next == counts.size()) {
                        throw new IllegalArgumentException("a native histogram with more spans than counts");
                    }
                    if (index != (int) index) {
                        throw new IllegalArgumentException("a native histogram with a bucket " + index);
                    }
                    byIndex.put((int) index++, counts.get(next++));
                }
            }
            return new NativeBuckets(schema, zeroThreshold, zeroCount, byIndex);
        }
    }
}
