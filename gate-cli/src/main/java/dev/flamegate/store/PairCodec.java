package dev.flamegate.store;

import dev.flamegate.model.Pair;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A pair as JSON: {@code {"format": "flamegate-pair", "version": 1, "sha256": "…", "pair": {…}}}, the checksum that of the pair
 * without white space. The first pairs ever stored were the inner object alone; they stay readable.
 */
final class PairCodec {
    private static final int VERSION = 1;
    private static final String FORMAT = "flamegate-pair";
    private static final JsonMapper JSON = JsonMapper.shared();

    private PairCodec() {}

    static byte[] encode(Pair pair) {
        JsonNode inner = JSON.valueToTree(pair);
        ObjectNode envelope = JSON.createObjectNode();
        envelope.put("format", FORMAT);
        envelope.put("version", VERSION);
        envelope.put("sha256", sum(inner));
        envelope.set("pair", inner);
        return JSON.writeValueAsBytes(envelope);
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws StoreFailed when it is something else, of a newer version, or not as it was written
     */
    static Pair decode(byte[] json) {
        try {
            JsonNode envelope = JSON.readTree(json);
            if (!envelope.has("format")) {
                return JSON.treeToValue(envelope, Pair.class);
            }
            check(envelope);
            return JSON.treeToValue(envelope.path("pair"), Pair.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new StoreFailed("not a stored pair: " + message, e);
        }
    }

    private static void check(JsonNode envelope) {
        String format = envelope.path("format").asString("");
        int version = envelope.path("version").asInt(0);
        if (!format.equals(FORMAT)) {
            throw new StoreFailed("not a stored pair: its format is \"" + format + "\", not \"" + FORMAT + "\"");
        } else if (version < 1 || version > VERSION) {
            throw new StoreFailed("version " + version + " of stored pairs; this flamegate reads 1 to " + VERSION
                    + ": use a newer flamegate");
        } else if (!sum(envelope.path("pair")).equals(envelope.path("sha256").asString(""))) {
            throw new StoreFailed(
                    "the pair is not what was stored (its checksum differs); a changed record is not used");
        }
    }

    private static String sum(JsonNode pair) {
        return RunRecord.sha256(JSON.writeValueAsBytes(pair));
    }
}
