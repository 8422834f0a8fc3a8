package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes profiles in the format of pprof, binary and with gzip, as {@code go tool pprof} and its like read it. Pool,
 * request and state become the labels {@code thread}, {@code endpoint} and {@code state}.
 */
public final class PprofWriter {
    /** The position of the byte in gzip's header that names the system; JDKs write different values. */
    private static final int GZIP_SYSTEM = 9;

    private static final byte GZIP_SYSTEM_UNKNOWN = (byte) 0xff;

    private final Protobuf.Writer out = new Protobuf.Writer();
    private final Map<String, Long> texts = new LinkedHashMap<>();
    private final Map<String, Long> functions = new LinkedHashMap<>();
    private final Map<Place, Long> locations = new LinkedHashMap<>();

    private PprofWriter() {
        text(""); // the format wants it first
    }

    /**
     * The profile as bytes.
     *
     * @throws IllegalArgumentException when a type's unit is not the one that weights of trees are in
     */
    public static byte[] write(Pprof profile) {
        for (SampleType type : profile.types()) {
            if (type.toBase(1) != 1) {
                throw new IllegalArgumentException(type.unit() + ": trees are in nanoseconds, bytes or counts");
            }
        }
        return zipped(new PprofWriter().plain(profile));
    }

    /**
     * The difference of two profiles of one event, as {@code go tool pprof -diff_base} makes it and shows it: the
     * baseline's samples have values below zero and the label {@code pprof::base}.
     *
     * @param type of both
     */
    public static byte[] writeDifference(SampleType type, CallTree baseline, CallTree candidate) {
        PprofWriter writer = new PprofWriter();
        writer.addSamples(baseline, 0, 1, true);
        return zipped(writer.plain(
                new Pprof(List.of(type), List.of(candidate), new SampleType("", ""), 0, Instant.EPOCH, Duration.ZERO)));
    }

    private byte[] plain(Pprof profile) {
        profile.types().forEach(type -> out.message(PprofFields.SAMPLE_TYPE, valueType(type)));
        for (int i = 0; i < profile.trees().size(); i++) {
            addSamples(profile.trees().get(i), i, profile.types().size(), false);
        }
        locations.forEach((place, id) -> out.message(PprofFields.LOCATION, location(place, id)));
        functions.forEach((name, id) -> out.message(
                PprofFields.FUNCTION,
                new Protobuf.Writer()
                        .number(PprofFields.FUNCTION_ID, id)
                        .number(PprofFields.FUNCTION_NAME, text(name))
                        .number(PprofFields.FUNCTION_SYSTEM_NAME, text(name))));
        if (!profile.start().equals(Instant.EPOCH)) {
            out.number(
                    PprofFields.TIME_NANOS,
                    profile.start().getEpochSecond() * 1_000_000_000L
                            + profile.start().getNano());
        }
        if (!profile.duration().isZero()) {
            out.number(PprofFields.DURATION_NANOS, profile.duration().toNanos());
        }
        if (!profile.periodType().type().isEmpty()) {
            out.message(PprofFields.PERIOD_TYPE, valueType(profile.periodType()));
            out.number(PprofFields.PERIOD, profile.period());
        }
        texts.keySet().forEach(text -> out.text(PprofFields.STRING_TABLE, text));
        return out.bytes();
    }

    private void addSamples(CallTree tree, int type, int types, boolean base) {
        for (int i = 0; i < tree.sampleCount(); i++) {
            Protobuf.Writer sample = new Protobuf.Writer();
            sample.packed(PprofFields.SAMPLE_LOCATION_ID, stack(tree, tree.sampleNode(i)));
            long[] values = new long[types];
            values[type] = base ? -tree.sampleWeight(i) : tree.sampleWeight(i);
            sample.packed(PprofFields.SAMPLE_VALUE, values);
            Facet facet = tree.sampleFacet(i);
            addLabel(sample, FacetLabels.POOL, facet.pool());
            addLabel(sample, FacetLabels.REQUEST, facet.request());
            addLabel(sample, FacetLabels.STATE, facet.state());
            addLabel(sample, "pprof::base", base ? "true" : "");
            out.message(PprofFields.SAMPLE, sample);
        }
    }

    /** The locations of a node's stack, the innermost first. */
    private long[] stack(CallTree tree, int node) {
        long[] stack = new long[16];
        int depth = 0;
        for (int at = node; at != CallTree.ROOT; at = tree.parent(at)) {
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, 2 * depth);
            }
            Place place =
                    new Place(functions.computeIfAbsent(tree.name(at), name -> functions.size() + 1L), tree.line(at));
            stack[depth++] = locations.computeIfAbsent(place, key -> locations.size() + 1L);
        }
        return Arrays.copyOf(stack, depth);
    }

    private void addLabel(Protobuf.Writer sample, String key, String value) {
        if (!value.isEmpty()) {
            sample.message(
                    PprofFields.SAMPLE_LABEL,
                    new Protobuf.Writer()
                            .number(PprofFields.LABEL_KEY, text(key))
                            .number(PprofFields.LABEL_STR, text(value)));
        }
    }

    private static Protobuf.Writer location(Place place, long id) {
        Protobuf.Writer line = new Protobuf.Writer().number(PprofFields.LINE_FUNCTION_ID, place.function);
        if (place.line > 0) {
            line.number(PprofFields.LINE_LINE, place.line);
        }
        return new Protobuf.Writer().number(PprofFields.LOCATION_ID, id).message(PprofFields.LOCATION_LINE, line);
    }

    private Protobuf.Writer valueType(SampleType type) {
        return new Protobuf.Writer()
                .number(PprofFields.VALUE_TYPE_TYPE, text(type.type()))
                .number(PprofFields.VALUE_TYPE_UNIT, text(type.unit()));
    }

    private long text(String text) {
        return texts.computeIfAbsent(text, key -> (long) texts.size());
    }

    private static byte[] zipped(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // these streams are in memory and cannot fail
        }
        byte[] zipped = bytes.toByteArray();
        zipped[GZIP_SYSTEM] = GZIP_SYSTEM_UNKNOWN;
        return zipped;
    }

    private record Place(long function, int line) {}
}
