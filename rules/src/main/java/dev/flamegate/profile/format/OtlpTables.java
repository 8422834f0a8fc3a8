package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.StackTrie;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The dictionary of an OTLP message. Its stacks are put into a trie as they are asked for, each once. */
final class OtlpTables {
    private final StackTrie trie;
    private final ProfileLimits limits;
    private final PprofSymbols symbols;
    private final int nodesBefore;
    private final List<long[]> stacks = new ArrayList<>();
    private final List<Attribute> attributes = new ArrayList<>();
    private final Map<Long, Stack> resolved = new HashMap<>();
    private long functions;
    private long locations;
    private long mappings;
    private long steps;

    OtlpTables(StackTrie trie, ProfileLimits limits) {
        this.trie = trie;
        this.limits = limits;
        symbols = new PprofSymbols(limits);
        nodesBefore = trie.size();
    }

    void read(Protobuf dictionary) {
        while (dictionary.next()) {
            switch (dictionary.field()) {
                case OtlpFields.DICTIONARY_STRING -> symbols.addText(dictionary.text());
                case OtlpFields.DICTIONARY_FUNCTION -> readFunction(dictionary.message());
                case OtlpFields.DICTIONARY_LOCATION -> readLocation(dictionary.message());
                case OtlpFields.DICTIONARY_MAPPING -> readMapping(dictionary.message());
                case OtlpFields.DICTIONARY_STACK -> readStack(dictionary.message());
                case OtlpFields.DICTIONARY_ATTRIBUTE -> readAttribute(dictionary.message());
                default -> {
                    // Links to spans.
                }
            }
        }
    }

    String text(long index) {
        return symbols.text(index);
    }

    /** The end of a stack in the trie, and whose stack its frames say it is. */
    Stack stack(long index) {
        Stack known = resolved.get(index);
        if (known == null) {
            known = resolve(index);
            resolved.put(index, known);
        }
        return known;
    }

    private Stack resolve(long index) {
        if (index < 0 || index >= stacks.size()) {
            throw new IllegalArgumentException("it refers to stack " + index + " of " + stacks.size());
        }
        long[] places = stacks.get((int) index);
        int node = CallTree.ROOT;
        int depth = 0;
        String pool = "";
        for (int i = places.length - 1; i >= 0; i--) {
            PprofSymbols.Frames frames = symbols.frames(places[i]);
            for (int at = 0; at < frames.names().length; at++) {
                if (++depth > limits.depth()) {
                    throw new IllegalArgumentException("a stack of more than " + limits.depth() + " frames");
                }
                if (++steps > limits.steps()) {
                    throw new IllegalArgumentException("stacks of more than " + limits.steps() + " frames in all");
                }
                node = trie.child(node, trie.name(frames.names()[at]), frames.lines()[at]);
                pool = FrameNames.pool(pool, frames.pools()[at]);
            }
            limits.checkCount(trie.size() - nodesBefore, "different frames in their places");
        }
        return new Stack(node, pool);
    }

    /** Puts an attribute among the labels of a sample, when it is a text: numbers differ between starts. */
    void label(long index, Map<String, String> labels) {
        if (index < 0 || index >= attributes.size()) {
            throw new IllegalArgumentException("it refers to attribute " + index + " of " + attributes.size());
        }
        Attribute attribute = attributes.get((int) index);
        String value = text(attribute.value);
        if (value != null) {
            labels.put(text(attribute.key), value);
        }
    }

    /** The text of a value; {@code null} when it is something else. */
    @Nullable
    String text(Value value) {
        return value.text == null && value.index > 0 ? text(value.index) : value.text;
    }

    static Value value(Protobuf in) {
        String text = null;
        long index = 0;
        long number = 0;
        while (in.next()) {
            switch (in.field()) {
                case OtlpFields.ANY_VALUE_STRING -> text = in.text();
                case OtlpFields.ANY_VALUE_STRING_INDEX -> index = in.number();
                case OtlpFields.ANY_VALUE_INT -> number = in.number();
                default -> {
                    // Truths, lists and the like say nothing here.
                }
            }
        }
        return new Value(text, index, number);
    }

    private void readFunction(Protobuf in) {
        long name = 0;
        long systemName = 0;
        while (in.next()) {
            if (in.field() == OtlpFields.FUNCTION_NAME) {
                name = in.number();
            } else if (in.field() == OtlpFields.FUNCTION_SYSTEM_NAME) {
                systemName = in.number();
            }
        }
        symbols.addFunction(functions++, name, systemName);
    }

    private void readLocation(Protobuf in) {
        long mapping = 0;
        long[] lines = new long[2];
        int count = 0;
        while (in.next()) {
            if (in.field() == OtlpFields.LOCATION_MAPPING) {
                mapping = in.number();
            } else if (in.field() == OtlpFields.LOCATION_LINES) {
                if (lines.length == 2 * count) {
                    lines = Arrays.copyOf(lines, 4 * count);
                }
                PprofSymbols.addLine(in.message(), lines, 2 * count++);
                symbols.checkLine();
            }
        }
        symbols.addLocation(locations++, mapping, Arrays.copyOf(lines, 2 * count));
    }

    private void readMapping(Protobuf in) {
        long file = 0;
        while (in.next()) {
            if (in.field() == OtlpFields.MAPPING_FILE) {
                file = in.number();
            }
        }
        symbols.addMapping(mappings++, file);
    }

    private void readStack(Protobuf in) {
        Numbers places = new Numbers(limits.depth(), "a stack of more than " + limits.depth() + " frames");
        while (in.next()) {
            if (in.field() == OtlpFields.STACK_LOCATIONS) {
                places.read(in);
            }
        }
        stacks.add(places.toArray());
        limits.checkCount(stacks.size(), "stacks");
    }

    private void readAttribute(Protobuf in) {
        long key = 0;
        Value value = Value.NONE;
        while (in.next()) {
            if (in.field() == OtlpFields.ATTRIBUTE_KEY) {
                key = in.number();
            } else if (in.field() == OtlpFields.ATTRIBUTE_VALUE) {
                value = value(in.message());
            }
        }
        attributes.add(new Attribute(key, value));
        limits.checkCount(attributes.size(), "attributes");
    }

    /** The end of a stack, and the pool that its frames identify; empty when they do not. */
    record Stack(int node, String pool) {}

    private record Attribute(long key, Value value) {}

    /**
     * A value of an attribute.
     *
     * @param text {@code null} when it is given otherwise
     * @param index of its text in the table; 0 without one
     * @param number 0 when the value is no number
     */
    record Value(@Nullable String text, long index, long number) {
        static final Value NONE = new Value(null, 0, 0);
    }

    /** Repeated numbers, which come one by one or packed. */
    static final class Numbers {
        private final int most;
        private final String tooMany;
        private long[] values = new long[8];
        private int size;

        Numbers(int most, String tooMany) {
            this.most = most;
            this.tooMany = tooMany;
        }

        void clear() {
            size = 0;
        }

        int size() {
            return size;
        }

        long get(int index) {
            return values[index];
        }

        /** The current field, of numbers written plainly. */
        void read(Protobuf in) {
            if (!in.isPacked()) {
                add(in.number());
                return;
            }
            for (Protobuf run = in.message(); run.hasPacked(); ) {
                add(run.packedNumber());
            }
        }

        /** The current field, of numbers in full length. */
        void readFixed(Protobuf in) {
            if (!in.isPacked()) {
                add(in.fixed());
                return;
            }
            for (Protobuf run = in.message(); run.hasPacked(); ) {
                add(run.packedFixed());
            }
        }

        private void add(long value) {
            if (size == most) {
                throw new IllegalArgumentException(tooMany);
            }
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        long[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}
