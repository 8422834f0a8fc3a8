package dev.flamegate.profile.format;

import dev.flamegate.profile.StackTrie;
import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes profiles as files of speedscope: one profile of samples for each tree, with the thread pool, where known, as
 * the outermost frame. Requests and states have no place in this format.
 */
public final class SpeedscopeWriter {
    private static final String SCHEMA = "https://www.speedscope.app/file-format-schema.json";
    private static final JsonFactory FACTORY =
            JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

    private SpeedscopeWriter() {}

    /**
     * Writes a file.
     *
     * @param names of the profiles
     * @param stacks with one side for each of them
     * @param unit {@code nanoseconds}, {@code bytes} or {@code none}, as the format has it
     */
    public static void write(List<String> names, JoinedStacks stacks, String unit, Writer out) {
        if (names.size() != stacks.sides()) {
            throw new IllegalArgumentException(names.size() + ": each of " + stacks.sides() + " profiles has a name");
        }
        StackTrie trie = stacks.trie();
        try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            json.writeStartObject();
            json.writeStringProperty("$schema", SCHEMA);
            json.writeStringProperty("exporter", "flamegate");
            json.writeStringProperty("name", String.join(", ", names));
            json.writeObjectPropertyStart("shared");
            int[] frames = writeFrames(trie, json);
            json.writeEndObject();
            json.writeArrayPropertyStart("profiles");
            for (int side = 0; side < names.size(); side++) {
                json.writeStartObject();
                json.writeStringProperty("type", "sampled");
                json.writeStringProperty("name", names.get(side));
                json.writeStringProperty("unit", unit);
                writeSamples(stacks, side, frames, json);
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeEndObject();
        }
    }

    /** Writes each name once; answers the frame's number by the name's. */
    private static int[] writeFrames(StackTrie trie, JsonGenerator json) {
        int[] frames = new int[trie.nameCount()];
        Arrays.fill(frames, -1);
        int next = 0;
        json.writeArrayPropertyStart("frames");
        for (int node = 1; node < trie.size(); node++) {
            int name = trie.nameOf(node);
            if (frames[name] < 0) {
                frames[name] = next++;
                json.writeStartObject();
                json.writeStringProperty("name", trie.nameAt(name));
                json.writeEndObject();
            }
        }
        json.writeEndArray();
        return frames;
    }

    private static void writeSamples(JoinedStacks stacks, int side, int[] frames, JsonGenerator json) {
        StackTrie trie = stacks.trie();
        long total = 0;
        json.writeArrayPropertyStart("samples");
        for (int node = 0; node < trie.size(); node++) {
            if (stacks.self(side, node) > 0) {
                total += stacks.self(side, node);
                json.writeStartArray();
                for (int frame : trie.path(node)) {
                    json.writeNumber(frames[trie.nameOf(frame)]);
                }
                json.writeEndArray();
            }
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("weights");
        for (int node = 0; node < trie.size(); node++) {
            if (stacks.self(side, node) > 0) {
                json.writeNumber(stacks.self(side, node));
            }
        }
        json.writeEndArray();
        json.writeNumberProperty("startValue", 0);
        json.writeNumberProperty("endValue", total);
    }
}
