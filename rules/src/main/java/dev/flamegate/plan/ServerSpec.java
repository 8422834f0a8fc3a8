package dev.flamegate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server that is asked over HTTP. Credentials are named here and come from the environment, so that a plan can be
 * shown to anybody.
 *
 * @param url base URL, with the path the server is mounted at
 * @param headers sent with every request, such as a tenant's name
 * @param bearerFrom environment variable with a bearer token; {@code null} for none
 * @param basicFrom environment variable with {@code USER:PASSWORD}; {@code null} for none
 */
public record ServerSpec(
        String url,
        Map<String, String> headers,
        @Nullable String bearerFrom,
        @Nullable String basicFrom) {
    public ServerSpec {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        if (bearerFrom != null && basicFrom != null) {
            throw new IllegalArgumentException(bearerFrom + ", " + basicFrom + ": a server takes one of them");
        }
    }
}
