package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads profiles in the format of pprof ({@code profile.proto}), binary with or without gzip, or in the JSON form of
 * that. Inlined calls are separate frames. Thread, request and state come from labels, where samples have them.
 */
public final class PprofReader {
    private static final int GZIP = 0x1f8b;

    private PprofReader() {}

    /**
     * Reads a binary profile.
     *
     * @throws IllegalArgumentException when the bytes are no profile, damaged, larger than the usual bounds, or hold
     *     values below zero
     */
    public static Pprof read(byte[] bytes) {
        return read(bytes, ProfileLimits.USUAL);
    }

    /** Reads a binary profile within bounds. */
    public static Pprof read(byte[] bytes, ProfileLimits limits) {
        return guarded(() -> {
            byte[] plain = inflated(bytes, limits);
            if (plain.length == 0) {
                throw new IllegalArgumentException("it is empty");
            }
            return parse(plain, limits);
        });
    }

    /**
     * Reads a profile in JSON form, as Pyroscope's queries answer, alone or inside of {@code {"pprof": {"profile":
     * ...}}}. An empty object is a profile without anything.
     *
     * @throws IllegalArgumentException as {@link #read(byte[])} does
     */
    public static Pprof readJson(byte[] json) {
        return readJson(json, ProfileLimits.USUAL);
    }

    /** Reads a profile in JSON form within bounds. */
    public static Pprof readJson(byte[] json, ProfileLimits limits) {
        return guarded(() -> parse(PprofJson.toBinary(json, limits), limits));
    }

    private static Pprof guarded(Reading reading) {
        try {
            return reading.read();
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException("not a pprof profile that can be read: " + e.getMessage(), e);
        }
    }

    /** The bytes, inflated when they are gzip. */
    static byte[] inflated(byte[] bytes, ProfileLimits limits) throws IOException {
        boolean gzip = bytes.length > 1 && ((bytes[0] & 0xff) << 8 | bytes[1] & 0xff) == GZIP;
        if (!gzip) {
            return bounded(bytes, limits);
        }
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            // One more than allowed, to detect that there is more.
            return bounded(
                    zip.readNBytes(limits.bytes() == Integer.MAX_VALUE ? limits.bytes() : limits.bytes() + 1), limits);
        }
    }

    private static byte[] bounded(byte[] bytes, ProfileLimits limits) {
        if (bytes.length > limits.bytes()) {
            throw new IllegalArgumentException("more than " + limits.bytes() + " bytes inside");
        }
        return bytes;
    }

    private static Pprof parse(byte[] plain, ProfileLimits limits) {
        PprofSymbols symbols = new PprofSymbols(limits);
        List<long[]> types = new ArrayList<>();
        long[] periodType = null;
        long period = 0;
        long start = 0;
        long duration = 0;
        Protobuf in = Protobuf.of(plain);
        while (in.next()) {
            switch (in.field()) {
                case PprofFields.SAMPLE_TYPE -> types.add(valueType(in.message()));
                case PprofFields.PERIOD_TYPE -> periodType = valueType(in.message());
                case PprofFields.PERIOD -> period = in.number();
                case PprofFields.TIME_NANOS -> start = in.number();
                case PprofFields.DURATION_NANOS -> duration = in.number();
                default -> symbols.read(in);
            }
        }
        List<SampleType> sampleTypes =
                types.stream().map(type -> sampleType(type, symbols)).toList();
        List<CallTree> trees = new Samples(symbols, sampleTypes, limits).read(plain);
        return new Pprof(
                sampleTypes,
                trees,
                sampleType(periodType, symbols),
                Math.max(0, period),
                Instant.ofEpochSecond(0, Math.max(0, start)),
                Duration.ofNanos(Math.max(0, duration)));
    }

    private static long[] valueType(Protobuf in) {
        long[] type = new long[2];
        while (in.next()) {
            if (in.field() == PprofFields.VALUE_TYPE_TYPE) {
                type[0] = in.number();
            } else if (in.field() == PprofFields.VALUE_TYPE_UNIT) {
                type[1] = in.number();
            }
        }
        return type;
    }

    private static SampleType sampleType(long @Nullable [] type, PprofSymbols symbols) {
        return type == null ? new SampleType("", "") : new SampleType(symbols.text(type[0]), symbols.text(type[1]));
    }

    @FunctionalInterface
    private interface Reading {
        Pprof read() throws IOException;
    }

    /** The samples of a pprof profile, one tree for each type of value. */
    private static final class Samples {
        private static final int MOST_TYPES = 64;

        private final PprofSymbols symbols;
        private final List<SampleType> types;
        private final ProfileLimits limits;
        private final List<BoundedTree> trees = new ArrayList<>();
        private final long[] values;
        private long[] locations = new long[64];
        private int locationCount;
        private int valueCount;

        Samples(PprofSymbols symbols, List<SampleType> types, ProfileLimits limits) {
            if (types.size() > MOST_TYPES) {
                throw new IllegalArgumentException(types.size() + " types of samples");
            }
            this.symbols = symbols;
            this.types = types;
            this.limits = limits;
            values = new long[types.size()];
            types.forEach(type -> trees.add(new BoundedTree(limits)));
        }

        List<CallTree> read(byte[] profile) {
            Protobuf in = Protobuf.of(profile);
            while (in.next()) {
                if (in.field() == PprofFields.SAMPLE) {
                    add(in.message());
                }
            }
            return trees.stream().map(BoundedTree::build).toList();
        }

        private void add(Protobuf in) {
            locationCount = 0;
            valueCount = 0;
            Map<String, String> labels = Map.of();
            while (in.next()) {
                switch (in.field()) {
                    case PprofFields.SAMPLE_LOCATION_ID -> numbers(in, true);
                    case PprofFields.SAMPLE_VALUE -> numbers(in, false);
                    case PprofFields.SAMPLE_LABEL -> {
                        labels = labels.isEmpty() ? new HashMap<>() : labels;
                        addLabel(in.message(), labels);
                    }
                    default -> {
                        // Other fields are ignored.
                    }
                }
            }
            if (valueCount != types.size()) {
                throw new IllegalArgumentException(
                        "a sample of " + valueCount + " values where there are " + types.size() + " types");
            }
            for (int type = 0; type < valueCount; type++) {
                if (values[type] != 0) {
                    add(trees.get(type), labels, types.get(type).toBase(values[type]));
                }
            }
        }

        private void add(BoundedTree tree, Map<String, String> labels, long value) {
            int node = CallTree.ROOT;
            int depth = 0;
            String pool = "";
            for (int i = locationCount - 1; i >= 0; i--) {
                PprofSymbols.Frames frames = symbols.frames(locations[i]);
                for (int at = 0; at < frames.names().length; at++) {
                    if (++depth > limits.depth()) {
                        throw new IllegalArgumentException("a stack of more than " + limits.depth() + " frames");
                    }
                    node = tree.child(node, frames.names()[at], frames.lines()[at]);
                    pool = FrameNames.pool(pool, frames.pools()[at]);
                }
            }
            Facet facet = FacetLabels.facet(labels, pool);
            tree.add(node, facet, value);
        }

        /** Repeated numbers come one by one or packed. */
        private void numbers(Protobuf in, boolean ofLocations) {
            if (!in.isPacked()) {
                number(in.number(), ofLocations);
                return;
            }
            for (Protobuf run = in.message(); run.hasPacked(); ) {
                number(run.packedNumber(), ofLocations);
            }
        }

        private void number(long number, boolean ofLocations) {
            if (ofLocations) {
                if (locationCount == limits.depth()) {
                    throw new IllegalArgumentException("a stack of more than " + limits.depth() + " frames");
                }
                if (locationCount == locations.length) {
                    locations = Arrays.copyOf(locations, 2 * locationCount);
                }
                locations[locationCount++] = number;
            } else {
                if (valueCount < values.length) {
                    values[valueCount] = number;
                }
                valueCount++;
            }
        }

        private void addLabel(Protobuf in, Map<String, String> labels) {
            long key = 0;
            long text = 0;
            while (in.next()) {
                if (in.field() == PprofFields.LABEL_KEY) {
                    key = in.number();
                } else if (in.field() == PprofFields.LABEL_STR) {
                    text = in.number();
                }
            }
            // Numeric labels, such as a thread's id, differ between starts.
            if (text != 0) {
                labels.put(symbols.text(key), symbols.text(text));
            }
        }
    }
}
