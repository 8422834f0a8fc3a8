package dev.flamegate.profile.format;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Reads JSON token by token, within separate bounds. */
final class JsonInput {
    private static final int MOST_NESTED = 32;
    private static final int LONGEST_TEXT = 1 << 20;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_NESTED)
                    .maxStringLength(LONGEST_TEXT)
                    .build())
            .build();

    private JsonInput() {}

    static JsonParser open(byte[] json) {
        return FACTORY.createParser(ObjectReadContext.empty(), json);
    }

    /** The current value, a number or, as 64-bit numbers are often written, a text of one. */
    static long number(JsonParser in) {
        JsonToken token = in.currentToken();
        if (token == JsonToken.VALUE_NUMBER_INT) {
            return in.getLongValue();
        }
        if (token == JsonToken.VALUE_STRING) {
            return Long.parseLong(in.getString());
        }
        throw new IllegalArgumentException("something other than whole numbers where numbers are expected");
    }

    static void expect(JsonParser in, JsonToken token, String what) {
        if (in.currentToken() != token) {
            throw new IllegalArgumentException("expected " + what);
        }
    }
}
