package dev.flamegate.profile.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.jfr.JfrChunk.ThreadState;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The current sample. One object is reused for all samples of a chunk, so take what you need at once. */
public final class JfrSample {
    /** More than any process uses: the bytes of a petabyte, or thirteen days in nanoseconds. */
    private static final double MOST = 1L << 50;

    private final JfrChunk chunk;
    private Type type;
    private long[] numbers;

    JfrSample(JfrChunk chunk, Type type) {
        this.chunk = chunk;
        this.type = type;
        this.numbers = type.numbers;
    }

    void set(Type next) {
        type = next;
        numbers = next.numbers;
    }

    /** The sample's kind; {@link SampleKind#WALL} also for execution samples that are of the wall clock. */
    public SampleKind kind() {
        return type.kind == SampleKind.EXECUTION && isWall() ? SampleKind.WALL : type.kind;
    }

    public ProfileEvent event() {
        return kind().event();
    }

    /** State of the thread, as {@link dev.flamegate.profile.Facet} has it. */
    public ThreadState state() {
        ThreadState known = kind().state();
        return known == null ? chunk.state(numbers[SampleKind.STATE]) : known;
    }

    /**
     * A CPU sample of async-profiler has no thread state. With one it is a wall clock sample: older profilers, and
     * those that do not batch, write these as execution samples too. Those of the JDK always say that the thread runs,
     * and so do those of old profilers that sample CPU time alone.
     */
    private boolean isWall() {
        return chunk.mayHaveWall() && chunk.state(numbers[SampleKind.STATE]) != ThreadState.UNKNOWN;
    }

    /** The sample's first moment, in nanoseconds since the epoch. */
    public long start() {
        return chunk.nanos(numbers[SampleKind.START]);
    }

    /** The time from the sample's first moment to its last, in nanoseconds. */
    public long span() {
        return type.kind.isWait() ? weight() : Math.round(Math.max(0, numbers[SampleKind.SPAN] * type.nanosPerSpan));
    }

    /** The number of samples that this one stands for, at least one. */
    public int count() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, numbers[SampleKind.COUNT]));
    }

    /**
     * The sample's own weight, nanoseconds or bytes; 0 for kinds without weights.
     *
     * @throws IllegalArgumentException when it is more than can be
     */
    public long weight() {
        double weight = Math.max(0, numbers[SampleKind.WEIGHT] * type.weightFactor);
        if (weight > MOST) {
            throw new IllegalArgumentException(weight + ": more than one sample can represent");
        }
        return type.weightFactor == 1 ? Math.max(0, numbers[SampleKind.WEIGHT]) : Math.round(weight);
    }

    /** Number of its thread in the chunk. */
    public long thread() {
        return numbers[SampleKind.THREAD];
    }

    /** Number of its stack in the chunk; 0 for none. */
    public long stack() {
        return numbers[SampleKind.STACK];
    }

    /** The number of the labels under which the sample was taken, as the Pyroscope agent counts them; 0 for none. */
    public long context() {
        return numbers[SampleKind.CONTEXT];
    }

    /** Number of the name of the span it was taken in, as the Pyroscope agent counts them; 0 for none. */
    public long spanName() {
        return numbers[SampleKind.SPAN_NAME];
    }

    /** The way one chunk writes one type of samples. */
    static final class Type {
        private static final @Nullable String[] NO_TEXTS = new @Nullable String[0];

        final SampleKind kind;
        final Layout layout;
        final long[] numbers = new long[SampleKind.SLOTS];
        final double nanosPerSpan;
        final double weightFactor;

        private Type(SampleKind kind, Layout layout, double nanosPerSpan, double weightFactor) {
            this.kind = kind;
            this.layout = layout;
            this.nanosPerSpan = nanosPerSpan;
            this.weightFactor = weightFactor;
            numbers[SampleKind.COUNT] = 1;
        }

        static Type of(SampleKind.Type type, Metadata.Type declared, Layouts layouts, ChunkHeader header)
                throws IOException {
            Map<String, Integer> slots = new HashMap<>(SampleKind.FIELDS);
            if (!type.weight().isEmpty()) {
                slots.put(type.weight(), SampleKind.WEIGHT);
            }
            return new Type(
                    type.kind(),
                    layouts.of(declared, slots),
                    nanos("timeSpan", declared, header),
                    type.kind().isTimed() ? nanos(type.weight(), declared, header) : 1);
        }

        /** Nanoseconds of one unit of a field's values. */
        private static double nanos(String name, Metadata.Type type, ChunkHeader header) {
            String unit = type.fields().stream()
                    .filter(field -> field.name().equals(name))
                    .map(Metadata.Type.Field::unit)
                    .findFirst()
                    .orElse("");
            return switch (unit) {
                case "NANOSECONDS" -> 1;
                case "MICROSECONDS" -> 1e3;
                case "MILLISECONDS" -> 1e6;
                case "SECONDS" -> 1e9;
                default -> header.nanosPerTick();
            };
        }

        void read(JfrBytes in) throws IOException {
            layout.read(in, numbers, NO_TEXTS);
        }
    }
}
