package dev.flamegate.store;

import dev.flamegate.model.Run;
import java.io.ByteArrayInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as JSON: {@code {"format": "flamegate-run", "version": 1, "run": {…}}}, in base units, instants in ISO 8601,
 * histograms in HdrHistogram's encoding. Values that are not finite are the strings "NaN", "Infinity" and "-Infinity".
 * The version is raised only by a change that older readers would misread, and they refuse it; a field that was added
 * since does not raise it, older readers ignore it ({@link StoredRunV1}).
 */
public final class RunCodec {
    /** The version written. Every version ever written stays readable. */
    public static final int VERSION = 1;

    private static final String FORMAT = "flamegate-run";
    private static final JsonMapper JSON = JsonMapper.shared();

    private RunCodec() {}

    /** The JSON of a run, UTF-8. */
    public static byte[] encode(Run run) {
        ObjectNode envelope = JSON.createObjectNode();
        envelope.put("format", FORMAT);
        envelope.put("version", VERSION);
        envelope.set("run", StoredRunV1.write(run));
        return JSON.writeValueAsBytes(envelope);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws StoreFailed when it is something else, of a newer version, or damaged
     */
    public static Run decode(byte[] json) {
        try {
            JsonNode envelope = JSON.readTree(json);
            check(envelope.path("format").asString(""), envelope.path("version").asInt(0));
            return StoredRunV1.read(new Fields(envelope.path("run"), "run"));
        } catch (JacksonException | IllegalArgumentException e) {
            throw failed("run", e);
        }
    }

    /**
     * A run without its trials, which are not even read: enough to list and compare fingerprints.
     *
     * @throws StoreFailed like {@link #decode}
     */
    public static Run decodeHead(byte[] json) {
        try (JsonParser parser = JSON.createParser(new ByteArrayInputStream(json))) {
            ObjectNode head = JSON.createObjectNode();
            String format = "";
            int version = 0;
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("run")) {
                    continue;
                } else if (name.equals("trials")) {
                    break;
                } else if (name.equals("format")) {
                    format = parser.getString();
                } else if (name.equals("version")) {
                    version = parser.getIntValue();
                } else {
                    head.set(name, parser.<JsonNode>readValueAsTree());
                }
            }
            check(format, version);
            head.putArray("trials");
            return StoredRunV1.read(new Fields(head, "run"));
        } catch (JacksonException | IllegalArgumentException e) {
            throw failed("run", e);
        }
    }

    private static void check(String format, int version) {
        check("run", FORMAT, VERSION, format, version);
    }

    /** Refuses another format, and a version above the newest one read. */
    static void check(String what, String expected, int newest, String format, int version) {
        if (!format.equals(expected)) {
            throw new StoreFailed(
                    "not a stored " + what + ": its format is \"" + format + "\", not \"" + expected + "\"");
        } else if (version < 1) {
            throw new StoreFailed("not a stored " + what + ": its version is missing, or below 1");
        } else if (version > newest) {
            throw new StoreFailed("written by a newer flamegate: this one reads stored " + what + "s up to version "
                    + newest + ", not version " + version + "; use a newer flamegate");
        }
    }

    static StoreFailed failed(String what, RuntimeException e) {
        String message = String.valueOf(e.getMessage());
        return new StoreFailed(
                "not a stored " + what + ": "
                        + message.lines().findFirst().orElse(e.getClass().getSimpleName()),
                e);
    }
}
