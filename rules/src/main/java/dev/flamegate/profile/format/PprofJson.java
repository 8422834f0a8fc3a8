package dev.flamegate.profile.format;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The JSON form of a pprof profile, written over into the binary form: it is several times smaller than anything the
 * JSON could be held in, and there is one reader of profiles.
 */
final class PprofJson {
    /** The objects that servers' answers wrap around a profile. */
    private static final Set<String> WRAPPERS = Set.of("pprof", "profile");

    private static final Map<String, Field> VALUE_TYPE = Map.of(
            "type", Field.number(PprofFields.VALUE_TYPE_TYPE),
            "unit", Field.number(PprofFields.VALUE_TYPE_UNIT));
    private static final Map<String, Field> LABEL =
            Map.of("key", Field.number(PprofFields.LABEL_KEY), "str", Field.number(PprofFields.LABEL_STR));
    private static final Map<String, Field> SAMPLE = Map.of(
            "locationId", Field.number(PprofFields.SAMPLE_LOCATION_ID),
            "value", Field.number(PprofFields.SAMPLE_VALUE),
            "label", Field.message(PprofFields.SAMPLE_LABEL, LABEL));
    private static final Map<String, Field> MAPPING =
            Map.of("id", Field.number(PprofFields.MAPPING_ID), "filename", Field.number(PprofFields.MAPPING_FILENAME));
    private static final Map<String, Field> LINE = Map.of(
            "functionId", Field.number(PprofFields.LINE_FUNCTION_ID), "line", Field.number(PprofFields.LINE_LINE));
    private static final Map<String, Field> LOCATION = Map.of(
            "id", Field.number(PprofFields.LOCATION_ID),
            "mappingId", Field.number(PprofFields.LOCATION_MAPPING_ID),
            "line", Field.message(PprofFields.LOCATION_LINE, LINE));
    private static final Map<String, Field> FUNCTION = Map.of(
            "id", Field.number(PprofFields.FUNCTION_ID),
            "name", Field.number(PprofFields.FUNCTION_NAME),
            "systemName", Field.number(PprofFields.FUNCTION_SYSTEM_NAME));
    private static final Map<String, Field> PROFILE = Map.of(
            "sampleType", Field.message(PprofFields.SAMPLE_TYPE, VALUE_TYPE),
            "sample", Field.message(PprofFields.SAMPLE, SAMPLE),
            "mapping", Field.message(PprofFields.MAPPING, MAPPING),
            "location", Field.message(PprofFields.LOCATION, LOCATION),
            "function", Field.message(PprofFields.FUNCTION, FUNCTION),
            "stringTable", Field.text(PprofFields.STRING_TABLE),
            "timeNanos", Field.number(PprofFields.TIME_NANOS),
            "durationNanos", Field.number(PprofFields.DURATION_NANOS),
            "periodType", Field.message(PprofFields.PERIOD_TYPE, VALUE_TYPE),
            "period", Field.number(PprofFields.PERIOD));

    private final JsonParser in;
    private final ProfileLimits limits;
    private int unknown;

    private PprofJson(JsonParser in, ProfileLimits limits) {
        this.in = in;
        this.limits = limits;
    }

    static byte[] toBinary(byte[] json, ProfileLimits limits) {
        try (JsonParser in = JsonInput.open(json)) {
            PprofJson copy = new PprofJson(in, limits);
            Protobuf.Writer out = new Protobuf.Writer();
            in.nextToken();
            JsonInput.expect(in, JsonToken.START_OBJECT, "a JSON object");
            copy.message(PROFILE, out);
            if (in.nextToken() != null) {
                throw new IllegalArgumentException("there is data after its end");
            }
            if (out.size() == 0 && copy.unknown > 0) {
                throw new IllegalArgumentException("a JSON object without any field of a pprof profile");
            }
            return out.bytes();
        } catch (JacksonException e) {
            throw new IllegalArgumentException("damaged JSON: " + e.getOriginalMessage(), e);
        }
    }

    private void message(Map<String, Field> fields, Protobuf.Writer out) {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            String name = in.currentName();
            JsonToken value = in.nextToken();
            Field field = fields.get(name);
            if (fields == PROFILE && WRAPPERS.contains(name) && value == JsonToken.START_OBJECT) {
                message(PROFILE, out);
            } else if (field == null) {
                unknown++;
                in.skipChildren();
            } else if (value == JsonToken.START_ARRAY) {
                while (in.nextToken() != JsonToken.END_ARRAY) {
                    value(field, out);
                }
            } else if (value != JsonToken.VALUE_NULL) {
                value(field, out);
            }
        }
    }

    private void value(Field field, Protobuf.Writer out) {
        if (field.message != null) {
            JsonInput.expect(in, JsonToken.START_OBJECT, "an object");
            Protobuf.Writer inner = new Protobuf.Writer();
            message(field.message, inner);
            out.message(field.number, inner);
        } else if (field.isText) {
            JsonInput.expect(in, JsonToken.VALUE_STRING, "a text");
            out.text(field.number, in.getString());
        } else {
            out.number(field.number, JsonInput.number(in));
        }
        if (out.size() > limits.bytes()) {
            throw new IllegalArgumentException("more than " + limits.bytes() + " bytes inside");
        }
    }

    /**
     * A field of a message.
     *
     * @param number in the binary form
     * @param isText whether it holds text rather than a number; no meaning for messages
     * @param message its own fields; {@code null} for numbers and text
     */
    private record Field(
            int number, boolean isText, @Nullable Map<String, Field> message) {
        static Field number(int number) {
            return new Field(number, false, null);
        }

        static Field text(int number) {
            return new Field(number, true, null);
        }

        static Field message(int number, Map<String, Field> fields) {
            return new Field(number, false, fields);
        }
    }
}
