package dev.flamegate.profile.jfr;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The types of one chunk. */
final class Metadata {
    private static final int DEEPEST = 32;
    private static final String UNIT = "jdk.jfr.Timespan";

    private final Map<Long, Type> byId = new HashMap<>();
    private final Map<String, Type> byName = new HashMap<>();

    private Metadata(List<Element> types) {
        Map<Long, String> names = new HashMap<>();
        types.forEach(type -> names.put(type.number("id"), type.text("name")));
        for (Element element : types) {
            List<Type.Field> fields = new ArrayList<>();
            for (Element child : element.children) {
                if (child.name.equals("field")) {
                    fields.add(field(child, names));
                }
            }
            Type type = new Type(element.number("id"), element.text("name"), fields);
            byId.put(type.id(), type);
            byName.put(type.name(), type);
        }
    }

    private static Type.Field field(Element field, Map<Long, String> names) {
        String unit = "";
        for (Element child : field.children) {
            if (child.name.equals("annotation") && UNIT.equals(names.get(child.number("class")))) {
                unit = child.text("value");
            }
        }
        return new Type.Field(
                field.text("name"),
                field.number("class"),
                field.text("constantPool").equals("true"),
                field.number("dimension") > 0,
                unit);
    }

    static Metadata read(SeekableByteChannel recording, ChunkHeader header) throws IOException {
        JfrBytes in = new JfrBytes(header.event(recording, header.metadata()));
        in.number(); // size
        if (in.number() != 0) {
            throw new IOException("no metadata where the chunk says there is some");
        }
        in.skipNumbers(3); // start, duration, id
        String[] texts = new String[in.count()];
        for (int i = 0; i < texts.length; i++) {
            String text = in.text();
            texts[i] = text == null ? "" : text;
        }
        List<Element> types = new ArrayList<>();
        collect(Element.read(in, texts, 0), types);
        return new Metadata(types);
    }

    private static void collect(Element element, List<Element> types) {
        if (element.name.equals("class")) {
            types.add(element);
        } else {
            element.children.forEach(child -> collect(child, types));
        }
    }

    @Nullable
    Type find(long id) {
        return byId.get(id);
    }

    @Nullable
    Type find(String name) {
        return byName.get(name);
    }

    /** True if async-profiler or a copy of it wrote the chunk, and not the JDK's own recorder. */
    boolean isOfAsyncProfiler() {
        return byName.keySet().stream().anyMatch(name -> name.startsWith("profiler."));
    }

    /** An element of the tree that metadata is written as. */
    private record Element(String name, Map<String, String> attributes, List<Element> children) {
        static Element read(JfrBytes in, String[] texts, int depth) throws IOException {
            if (depth > DEEPEST) {
                throw new IOException("metadata nested too deeply");
            }
            String name = at(texts, in.number());
            Map<String, String> attributes = new HashMap<>();
            for (int left = in.count(); left > 0; left--) {
                attributes.put(at(texts, in.number()), at(texts, in.number()));
            }
            List<Element> children = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                children.add(read(in, texts, depth + 1));
            }
            return new Element(name, attributes, children);
        }

        private static String at(String[] texts, long index) throws IOException {
            if (index < 0 || index >= texts.length) {
                throw new IOException("metadata refers to text " + index + " of " + texts.length);
            }
            return texts[(int) index];
        }

        String text(String attribute) {
            return attributes.getOrDefault(attribute, "");
        }

        long number(String attribute) {
            try {
                return Long.parseLong(attributes.getOrDefault(attribute, "0"));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("the " + attribute + " of a type is not a number", e);
            }
        }
    }

    /**
     * A type that a chunk's metadata declares.
     *
     * @param fields in the order their values are written
     */
    record Type(long id, String name, List<Field> fields) {
        /**
         * A field.
         *
         * @param type id of its type
         * @param constant whether the value is a number that refers to a constant pool
         * @param array whether there are several, after their number
         * @param unit what its annotation says a time is counted in: {@code TICKS}, {@code NANOSECONDS}; empty when
         *     none
         */
        record Field(String name, long type, boolean constant, boolean array, String unit) {}

        Type {
            fields = List.copyOf(fields);
        }
    }
}
