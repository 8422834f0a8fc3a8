package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;

/**
 * An OpenAPI document as maps, lists and scalars, with its references. What has another type than expected counts as
 * missing.
 */
final class ApiDocument {
    /** Maximum size in bytes. */
    private static final long LARGEST = 16L << 20;

    private static final int DEEPEST = 100;
    private static final int MOST_REFERENCES = 20;

    private final Map<String, Object> root;

    private ApiDocument(Map<String, Object> root) {
        this.root = root;
    }

    /**
     * Reads a document.
     *
     * @param json whether it is JSON, otherwise YAML
     */
    static ApiDocument read(Path file, boolean json) throws IOException, UnusableTraffic {
        if (Files.size(file) > LARGEST) {
            throw new UnusableTraffic("the OpenAPI document is larger than 16 MiB");
        }
        String read = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        String text = read.startsWith("\ufeff") ? read.substring(1) : read;
        try {
            return new ApiDocument(map(json ? Json.value(text) : yaml(text)));
        } catch (JacksonException e) {
            throw new UnusableTraffic("the OpenAPI document cannot be read: " + Json.reason(e));
        } catch (YamlEngineException e) {
            throw new UnusableTraffic("the OpenAPI document cannot be read: "
                    + Names.visible(Names.cut(String.valueOf(e.getMessage()).replaceAll("\\s+", " "), 200)));
        }
    }

    private static Object yaml(String text) throws UnusableTraffic {
        // One buffer for the whole file: a surrogate pair across the end of a buffer is refused otherwise.
        LoadSettings settings = LoadSettings.builder()
                .setBufferSize(text.length() + 2)
                .setCodePointLimit((int) LARGEST)
                .build();
        int depth = 0;
        for (Event event : new Parse(settings).parseString(text)) {
            depth += event instanceof CollectionStartEvent ? 1 : event instanceof CollectionEndEvent ? -1 : 0;
            if (depth > DEEPEST) {
                throw new UnusableTraffic("the OpenAPI document is nested more than " + DEEPEST + " deep");
            }
        }
        Object read = new Load(settings).loadFromString(text);
        return read == null ? Map.of() : read;
    }

    @Nullable
    Object get(String key) {
        return root.get(key);
    }

    /** A map with texts as keys; empty for anything else. A reference within the document is followed. */
    Map<String, Object> resolved(@Nullable Object value) {
        Map<String, Object> map = map(value);
        for (int i = 0; map.get("$ref") instanceof String reference; i++) {
            if (i == MOST_REFERENCES || !reference.startsWith("#/")) {
                return Map.of();
            }
            map = map(at(reference.substring(2)));
        }
        return map;
    }

    private @Nullable Object at(String pointer) {
        @Nullable Object here = root;
        for (String part : pointer.split("/", -1)) {
            String key = decoded(part).replace("~1", "/").replace("~0", "~");
            if (here instanceof List<?> list) {
                here = key.matches("\\d{1,6}") && Integer.parseInt(key) < list.size()
                        ? list.get(Integer.parseInt(key))
                        : null;
            } else if (here instanceof Map<?, ?> map) {
                Object value = map.get(key);
                here = value == null && key.matches("\\d{1,6}") ? map.get(Integer.valueOf(key)) : value;
            } else {
                return null;
            }
        }
        return here;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    /** The value as a map whose keys are texts, without missing values; empty if it is no map. */
    static Map<String, Object> map(@Nullable Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> other) {
            other.forEach((key, inner) -> {
                if (inner != null && (key instanceof String || key instanceof Number || key instanceof Boolean)) {
                    map.put(key.toString(), inner);
                }
            });
        }
        return map;
    }

    /** The value as a list; empty if it is no list. */
    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    /** The value as a text; empty if it is no text, number or boolean. */
    static String text(@Nullable Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean ? value.toString() : "";
    }
}
