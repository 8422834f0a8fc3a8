package dev.flamegate.collect.receiver;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads the query of a push leniently: its other values hold braces, commas and blanks. */
final class Query {
    private Query() {}

    /** The value of a key, decoded; empty when it is not there or not well encoded. */
    static String value(@Nullable String query, String key) {
        for (String pair : (query == null ? "" : query).split("&", -1)) {
            if (pair.startsWith(key + "=")) {
                try {
                    return URLDecoder.decode(pair.substring(key.length() + 1), StandardCharsets.UTF_8);
                } catch (IllegalArgumentException e) {
                    return "";
                }
            }
        }
        return "";
    }
}
