package dev.flamegate.profile.jfr;

import dev.flamegate.profile.jfr.Layout.Kind;
import dev.flamegate.profile.jfr.Layout.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The layouts of the types of one chunk, which anyone may have declared. */
final class Layouts {
    private static final int DEEPEST = 16;
    private static final int MOST_STEPS = 10_000;

    /** All layouts together: those of a JVM with every event take less than a tenth. */
    private static final int MOST_IN_CHUNK = 200_000;

    private final Metadata metadata;

    /** Layouts of types inside others, by type. */
    private final Map<Long, Layout> nested = new HashMap<>();

    private int made;

    Layouts(Metadata metadata) {
        this.metadata = metadata;
    }

    /**
     * The layout of a type.
     *
     * @param slots where values go, by the names of wanted fields: numbers and texts have separate slots
     * @throws IOException when a type is missing, or contains itself
     */
    Layout of(Metadata.Type type, Map<String, Integer> slots) throws IOException {
        return of(type, slots, 0);
    }

    private Layout of(Metadata.Type type, Map<String, Integer> slots, int depth) throws IOException {
        List<Step> steps = new ArrayList<>();
        int height = add(type, slots, steps, depth);
        made += steps.size() + 1;
        if (made > MOST_IN_CHUNK) {
            throw tooMany(type);
        }
        return new Layout(steps, height);
    }

    /** The layout of a type inside another, of which nothing is wanted: made once in a chunk. */
    private Layout nested(Metadata.Type type, int depth) throws IOException {
        Layout known = nested.get(type.id());
        if (known == null) {
            if (depth > DEEPEST) {
                throw tooMany(type);
            }
            known = of(type, Map.of(), depth);
            nested.put(type.id(), known);
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
    private int add(Metadata.Type type, Map<String, Integer> slots, List<Step> steps, int depth) throws IOException {
        Step primitive = primitive(type.name(), Layout.UNWANTED);
        if (primitive != null) {
            steps.add(primitive);
            return 0;
        }
        int height = 0;
        for (Metadata.Type.Field field : type.fields()) {
            int slot = slots.getOrDefault(field.name(), Layout.UNWANTED);
            Metadata.Type of = metadata.find(field.type());
            if (of == null) {
                throw new IOException("the field " + field.name() + " of " + type.name() + " has an undeclared type");
            }
            Step step = field.constant() ? new Step(Kind.NUMBER, slot, 0, null) : primitive(of.name(), slot);
            if (step != null) {
                steps.add(
                        field.array()
                                ? array(new Layout(
                                        List.of(new Step(step.kind(), Layout.UNWANTED, step.length(), null)), 0))
                                : step);
            } else {
                Layout inside = nested(of, depth + 1);
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
        return new Step(Kind.ARRAY, Layout.UNWANTED, 0, element);
    }

    private static @Nullable Step primitive(String type, int slot) {
        return switch (type) {
            case "long", "int", "short", "char" -> new Step(Kind.NUMBER, slot, 0, null);
            case "boolean", "byte" -> new Step(Kind.BYTE, slot, 0, null);
            case "float" -> new Step(Kind.FIXED, Layout.UNWANTED, Float.BYTES, null);
            case "double" -> new Step(Kind.FIXED, Layout.UNWANTED, Double.BYTES, null);
            case "java.lang.String" -> new Step(Kind.TEXT, slot, 0, null);
            default -> null;
        };
    }
}
