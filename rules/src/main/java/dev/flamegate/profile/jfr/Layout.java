package dev.flamegate.profile.jfr;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How values of one type are written, with the fields that are wanted of them. */
final class Layout {
    /** What a field's value is, for the reading loop. */
    private enum Kind {
        NUMBER,
        BYTE,
        TEXT,
        FIXED,
        ARRAY
    }

    private record Step(
            Kind kind, int slot, int length, @Nullable Layout element) {}

    private static final int DEEPEST = 16;
    private static final int MOST_STEPS = 10_000;

    /** All layouts of a chunk together: those of a JVM with every event take less than a tenth. */
    private static final int MOST_IN_CHUNK = 200_000;

    private static final int UNWANTED = -1;

    private final Step[] steps;
    private final int[] slots; // of the steps up to the last that is wanted
    private final boolean onlyNumbers;
    private final int height; // of types within types

    private Layout(List<Step> steps, int height) {
        this.height = height;
        this.steps = steps.toArray(new Step[0]);
        int last = 0;
        boolean numbers = true;
        for (int i = 0; i < this.steps.length; i++) {
            last = this.steps[i].slot == UNWANTED ? last : i + 1;
            numbers &= this.steps[i].kind == Kind.NUMBER;
        }
        slots = new int[last];
        Arrays.setAll(slots, i -> this.steps[i].slot);
        onlyNumbers = numbers;
    }

    /**
     * The layout of a type.
     *
     * @param slots where values go, by the names of wanted fields: numbers and texts have slots of their own
     * @throws IOException when a type is missing, or contains itself
     */
    static Layout of(Metadata.Type type, Metadata metadata, Map<String, Integer> slots) throws IOException {
        return of(type, metadata, slots, 0);
    }

    private static Layout of(Metadata.Type type, Metadata metadata, Map<String, Integer> slots, int depth)
            throws IOException {
        List<Step> steps = new ArrayList<>();
        int height = add(type, metadata, slots, steps, depth);
        metadata.steps += steps.size() + 1;
        if (metadata.steps > MOST_IN_CHUNK) {
            throw tooMany(type);
        }
        return new Layout(steps, height);
    }

    /** The layout of a type inside another, of which nothing is wanted: made once in a chunk. */
    private static Layout nested(Metadata.Type type, Metadata metadata, int depth) throws IOException {
        Layout known = metadata.nested.get(type.id());
        if (known == null) {
            if (depth > DEEPEST) {
                throw tooMany(type);
            }
            known = of(type, metadata, Map.of(), depth);
            metadata.nested.put(type.id(), known);
        }
        if (depth + known.height > DEEPEST) {
            throw tooMany(type);
        }
        return known;
    }

    private static IOException tooMany(Metadata.Type type) {
        return new IOException("the type " + type.name() + " contains itself, or too many others");
    }

    /** Adds the steps of a type; returns its height. */
    private static int add(
            Metadata.Type type, Metadata metadata, Map<String, Integer> slots, List<Step> steps, int depth)
            throws IOException {
        Step primitive = primitive(type.name(), UNWANTED);
        if (primitive != null) {
            steps.add(primitive);
            return 0;
        }
        int height = 0;
        for (Metadata.Type.Field field : type.fields()) {
            int slot = slots.getOrDefault(field.name(), UNWANTED);
            Metadata.Type of = metadata.find(field.type());
            if (of == null) {
                throw new IOException("the field " + field.name() + " of " + type.name() + " has an undeclared type");
            }
            Step step = field.constant() ? new Step(Kind.NUMBER, slot, 0, null) : primitive(of.name(), slot);
            if (step != null) {
                steps.add(
                        field.array()
                                ? array(new Layout(List.of(new Step(step.kind, UNWANTED, step.length, null)), 0))
                                : step);
            } else {
                Layout inside = nested(of, metadata, depth + 1);
                height = Math.max(height, inside.height + 1);
                steps.addAll(field.array() ? List.of(array(inside)) : Arrays.asList(inside.steps));
            }
            if (steps.size() > MOST_STEPS) {
                throw tooMany(type);
            }
        }
        return height;
    }

    private static Step array(Layout element) {
        return new Step(Kind.ARRAY, UNWANTED, 0, element);
    }

    private static @Nullable Step primitive(String type, int slot) {
        return switch (type) {
            case "long", "int", "short", "char" -> new Step(Kind.NUMBER, slot, 0, null);
            case "boolean", "byte" -> new Step(Kind.BYTE, slot, 0, null);
            case "float" -> new Step(Kind.FIXED, UNWANTED, Float.BYTES, null);
            case "double" -> new Step(Kind.FIXED, UNWANTED, Double.BYTES, null);
            case "java.lang.String" -> new Step(Kind.TEXT, slot, 0, null);
            default -> null;
        };
    }

    /** Reads a value up to the last field that is wanted; what comes after it stays unread. */
    void read(JfrBytes in, long[] numbers, @Nullable String[] texts) throws IOException {
        if (onlyNumbers) {
            readNumbers(in, numbers);
            return;
        }
        for (int i = 0; i < slots.length; i++) {
            Step step = steps[i];
            if (step.slot == UNWANTED) {
                skip(step, in);
            } else if (step.kind == Kind.NUMBER) {
                numbers[step.slot] = in.number();
            } else if (step.kind == Kind.BYTE) {
                numbers[step.slot] = in.bytes[in.at++];
            } else {
                texts[step.slot] = in.text();
            }
        }
    }

    /** Samples and frames, of which there are millions, are numbers alone. */
    private void readNumbers(JfrBytes in, long[] numbers) {
        for (int slot : slots) {
            long number = in.number();
            if (slot != UNWANTED) {
                numbers[slot] = number;
            }
        }
    }

    /** Reads a value to its end. */
    void readWhole(JfrBytes in, long[] numbers, @Nullable String[] texts) throws IOException {
        read(in, numbers, texts);
        if (onlyNumbers) {
            in.skipNumbers(steps.length - slots.length);
            return;
        }
        for (int i = slots.length; i < steps.length; i++) {
            skip(steps[i], in);
        }
    }

    /** Goes past a value. */
    void skip(JfrBytes in) throws IOException {
        if (onlyNumbers) {
            in.skipNumbers(steps.length);
            return;
        }
        for (Step step : steps) {
            skip(step, in);
        }
    }

    private static void skip(Step step, JfrBytes in) throws IOException {
        switch (step.kind) {
            case NUMBER -> in.skipNumbers(1);
            case BYTE -> in.skip(1);
            case FIXED -> in.skip(step.length);
            case TEXT -> in.skipText();
            case ARRAY -> {
                if (step.element != null) {
                    step.element.skipAll(in.count(), in);
                }
            }
        }
    }

    /** Goes past several values. */
    private void skipAll(int count, JfrBytes in) throws IOException {
        if (onlyNumbers) {
            in.skipNumbers((long) count * steps.length);
            return;
        }
        for (int left = count; left > 0; left--) {
            skip(in);
        }
    }
}
