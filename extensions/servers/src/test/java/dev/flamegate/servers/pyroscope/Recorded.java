package dev.flamegate.servers.pyroscope;

import com.sun.net.httpserver.HttpExchange;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.model.Window;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Pyroscope server that answers what a real one once answered to the same request; {@code maxNodes} may differ, and the
 * times where the answer does not depend on them. Anything else is answered as an unknown path.
 */
public final class Recorded implements HttpDouble.Reply {
    static final Window BASELINE = window(1795192648500L, 1795192692323L);
    static final Window CANDIDATE = window(1795192697328L, 1795192741154L);
    static final ProfileType CPU = ProfileType.of("process_cpu:cpu:nanoseconds:cpu:nanoseconds");
    static final LabelSelector SAMPLE = LabelSelector.service("sample");

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> TIMELESS = Set.of("ProfileTypes", "LabelValues");
    private static final JsonNode INDEX = JSON.readTree(bytes("index.json"));

    private final Map<String, String> instead = new TreeMap<>();
    private final Set<String> without = new HashSet<>();
    private final Map<String, String> saying = new TreeMap<>();

    /** Answers from another recording than the request would get. */
    Recorded instead(String name, String other) {
        instead.put(name, other);
        return this;
    }

    /** Knows nothing of paths that end so. */
    Recorded without(String path) {
        without.add(path);
        return this;
    }

    /** Answers paths that end so, where the body has this text, with something else than was recorded. */
    Recorded saying(String path, String asked, String answer) {
        saying.put(path + " " + asked, answer);
        return this;
    }

    static LabelSelector arm(String arm) {
        return SAMPLE.and("arm", arm);
    }

    static byte[] bytes(String file) {
        try (InputStream in = Recorded.class.getResourceAsStream("/pyroscope/" + file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static Window window(long start, long end) {
        return new Window(Instant.ofEpochMilli(start), Instant.ofEpochMilli(end));
    }

    @Override
    public void to(HttpExchange exchange, HttpDouble.Asked asked) throws IOException {
        for (Map.Entry<String, String> said : saying.entrySet()) {
            String[] when = said.getKey().split(" ", 2);
            if (asked.uri().getPath().endsWith(when[0]) && asked.body().contains(when[1])) {
                HttpDouble.json(said.getValue()).to(exchange, asked);
                return;
            }
        }
        JsonNode answer = answer(asked);
        String type = answer.path("contentType").asString("text/plain");
        exchange.getResponseHeaders().set("Content-Type", type);
        byte[] body = bytes(answer.path("bodyFile").asString("not-found.txt"));
        exchange.sendResponseHeaders(answer.path("status").asInt(404), body.length);
        exchange.getResponseBody().write(body);
    }

    private JsonNode answer(HttpDouble.Asked asked) {
        for (JsonNode answer : INDEX.path("answers")) {
            if (isAnswerTo(asked, answer)) {
                String name = answer.path("name").asString();
                return instead.containsKey(name) ? named(instead.get(name)) : answer;
            }
        }
        return named("not-found");
    }

    private static JsonNode named(String name) {
        for (JsonNode answer : INDEX.path("answers")) {
            if (answer.path("name").asString().equals(name)) {
                return answer;
            }
        }
        throw new IllegalArgumentException(name);
    }

    private boolean isAnswerTo(HttpDouble.Asked asked, JsonNode answer) {
        URI recorded = URI.create(answer.path("path").asString());
        String path = asked.uri().getPath();
        if (!asked.method().equals(answer.path("method").asString())
                || !path.equals(recorded.getPath())
                || without.stream().anyMatch(path::endsWith)) {
            return false;
        }
        if (TIMELESS.stream().anyMatch(path::endsWith)) {
            return true;
        }
        return asked.method().equals("GET")
                ? fields(asked.uri()).equals(fields(recorded))
                : fields(JSON.readTree(asked.body())).equals(fields(answer.path("requestBody")));
    }

    private static Map<String, String> fields(URI uri) {
        Map<String, String> fields = new TreeMap<>();
        if (uri.getRawQuery() != null) {
            for (String pair : uri.getRawQuery().split("&")) {
                String[] parts = pair.split("=", 2);
                fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            }
        }
        fields.remove("maxNodes");
        return fields;
    }

    /** How finely a series is cut is not what is recorded. */
    private static Map<String, String> fields(JsonNode body) {
        Map<String, String> fields = new TreeMap<>();
        body.properties()
                .forEach(field -> fields.put(field.getKey(), field.getValue().toString()));
        Set.of("maxNodes", "step", "groupBy").forEach(fields::remove);
        return fields;
    }
}
