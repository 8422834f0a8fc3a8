package dev.flamegate.profile.jfr;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one chunk writes one type of samples. */
final class SampleType {
    private static final @Nullable String[] NO_TEXTS = new @Nullable String[0];

    final SampleKind kind;
    final Layout layout;
    final long[] numbers = new long[SampleKind.SLOTS];
    final double nanosPerSpan;
    final double weightFactor;

    private SampleType(SampleKind kind, Layout layout, double nanosPerSpan, double weightFactor) {
        this.kind = kind;
        this.layout = layout;
        this.nanosPerSpan = nanosPerSpan;
        this.weightFactor = weightFactor;
        numbers[SampleKind.COUNT] = 1;
    }

    static SampleType of(SampleKind.Type type, JfrType declared, Metadata metadata, ChunkHeader header)
            throws IOException {
        Map<String, Integer> slots = new HashMap<>(SampleKind.FIELDS);
        if (!type.weight().isEmpty()) {
            slots.put(type.weight(), SampleKind.WEIGHT);
        }
        boolean time = type.kind() == SampleKind.LOCK || type.kind() == SampleKind.CPU_TIME;
        return new SampleType(
                type.kind(),
                Layout.of(declared, metadata, slots),
                nanos("timeSpan", declared, header),
                time ? nanos(type.weight(), declared, header) : 1);
    }

    /** Nanoseconds of one unit of a field's values. */
    private static double nanos(String name, JfrType type, ChunkHeader header) {
        String unit = type.fields().stream()
                .filter(field -> field.name().equals(name))
                .map(JfrType.Field::unit)
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
