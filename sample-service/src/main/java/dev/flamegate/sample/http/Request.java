package dev.flamegate.sample.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of an HTTP request that the endpoints use. */
public final class Request {
    private static final int BODY_LIMIT = 64 * 1024;

    private final HttpExchange exchange;

    public Request(HttpExchange exchange) {
        this.exchange = exchange;
    }

    /** First value of a query parameter. */
    public Optional<String> parameter(String name) {
        @Nullable String query = exchange.getRequestURI().getRawQuery();
        if (query == null) {
            return Optional.empty();
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && decode(pair.substring(0, equals)).equals(name)) {
                return Optional.of(decode(pair.substring(equals + 1)));
            }
        }
        return Optional.empty();
    }

    /** A header's first value. */
    public @Nullable String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    /** The whole body, at most 64 KiB. */
    public byte[] body() throws IOException, BadRequest {
        byte[] body = exchange.getRequestBody().readNBytes(BODY_LIMIT + 1);
        if (body.length > BODY_LIMIT) {
            throw new BadRequest("the body is longer than 64 KiB");
        }
        return body;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
