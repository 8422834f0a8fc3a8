package dev.flamegate.store;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.Run;
import java.io.ByteArrayInputStream;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.KeyDeserializer;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;

/**
 * A run as JSON: {@code {"format": "flamegate-run", "version": 1, "run": {…}}}, the fields of the model's records by
 * their names, in base units, instants in ISO 8601, histograms in HdrHistogram's encoding. Values that are not finite
 * are the strings "NaN", "Infinity" and "-Infinity". Fields unknown to this version are an error: a newer gate wrote
 * them.
 */
public final class RunCodec {
    /** The version written. Every version ever written stays readable. */
    public static final int VERSION = 1;

    private static final String FORMAT = "flamegate-run";
    private static final JsonMapper JSON = mapper();

    private RunCodec() {}

    /** The JSON of a run, UTF-8. */
    public static byte[] encode(Run run) {
        ObjectNode envelope = JSON.createObjectNode();
        envelope.put("format", FORMAT);
        envelope.put("version", VERSION);
        envelope.set("run", JSON.valueToTree(run));
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
            return JSON.treeToValue(envelope.path("run"), Run.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new StoreFailed("not a stored run: " + firstLine(e), e);
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
            return JSON.treeToValue(head, Run.class);
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new StoreFailed("not a stored run: " + firstLine(e), e);
        }
    }

    private static void check(String format, int version) {
        if (!format.equals(FORMAT)) {
            throw new StoreFailed("not a stored run: its format is \"" + format + "\", not \"" + FORMAT + "\"");
        } else if (version < 1 || version > VERSION) {
            throw new StoreFailed("version " + version + " of stored runs; this flamegate reads 1 to " + VERSION
                    + ": use a newer flamegate");
        }
    }

    private static String firstLine(RuntimeException e) {
        String message = String.valueOf(e.getMessage());
        return message.lines().findFirst().orElse(e.getClass().getSimpleName());
    }

    private static JsonMapper mapper() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(LatencyHistogram.class, new ValueSerializer<LatencyHistogram>() {
            @Override
            public void serialize(LatencyHistogram value, JsonGenerator json, SerializationContext context) {
                json.writeString(value.encoded());
            }
        });
        module.addDeserializer(LatencyHistogram.class, new ValueDeserializer<LatencyHistogram>() {
            @Override
            public LatencyHistogram deserialize(JsonParser parser, DeserializationContext context) {
                return LatencyHistogram.decode(parser.getString());
            }
        });
        keys(module, Counter.class, Counter.values(), Counter::key);
        keys(module, Gauge.class, Gauge.values(), Gauge::key);
        return JsonMapper.builder()
                .addModule(module)
                .addMixIn(Run.class, TrialsLast.class)
                .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
                .build();
    }

    private static <K extends Enum<K>> void keys(
            SimpleModule module, Class<K> type, K[] constants, Function<K, String> key) {
        module.addKeySerializer(type, new ValueSerializer<K>() {
            @Override
            public void serialize(K value, JsonGenerator json, SerializationContext context) {
                json.writeName(key.apply(value));
            }
        });
        module.addKeyDeserializer(type, new KeyDeserializer() {
            @Override
            public Object deserializeKey(String name, DeserializationContext context) {
                for (K constant : constants) {
                    if (key.apply(constant).equals(name)) {
                        return constant;
                    }
                }
                throw new IllegalArgumentException("\"" + name + "\": no such " + type.getSimpleName());
            }
        });
    }

    /** Puts the trials last, so that a head can be read without them. */
    @JsonPropertyOrder({
        "id",
        "service",
        "started",
        "runtime",
        "cpus",
        "context",
        "fingerprint",
        "seconds",
        "warnings",
        "trials"
    })
    private interface TrialsLast {}
}
