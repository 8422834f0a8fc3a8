package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/** JSON of strangers, with bounds on its depth. */
final class Json {
    private static final int DEEPEST = 100;
    private static final int MOST_KEYS = 200;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
            .build();
    private static final JsonMapper MAPPER = new JsonMapper(FACTORY);

    private Json() {}

    /** The keys of the object that a file is, up to the first of some that are looked for; fewer where it is damaged. */
    static Set<String> keys(Path file, Set<String> until) throws IOException {
        Set<String> keys = new LinkedHashSet<>();
        try (JsonParser in = FACTORY.createParser(ObjectReadContext.empty(), file.toFile())) {
            if (in.nextToken() != JsonToken.START_OBJECT) {
                return keys;
            }
            while (keys.size() < MOST_KEYS && in.nextToken() == JsonToken.PROPERTY_NAME) {
                keys.add(in.currentName());
                if (until.contains(in.currentName())) {
                    return keys;
                }
                in.nextToken();
                in.skipChildren();
            }
        } catch (JacksonException e) {
            // The keys so far say what it is.
        }
        return keys;
    }

    /** Any value: maps, lists, texts, numbers. */
    static Object value(String text) {
        return MAPPER.readValue(text, Object.class);
    }

    /** As compact text. */
    static String text(Object value) {
        return MAPPER.writeValueAsString(value);
    }

    /** What was wrong, with its line, in visible characters. */
    static String reason(JacksonException mistake) {
        String where = mistake.getLocation() == null
                ? ""
                : " (line " + mistake.getLocation().getLineNr() + ", column "
                        + mistake.getLocation().getColumnNr() + ")";
        return Names.visible(Names.cut(mistake.getOriginalMessage(), 200)) + where;
    }
}
