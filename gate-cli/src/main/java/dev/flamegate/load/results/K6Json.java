package dev.flamegate.load.results;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lines of JSON as {@code k6 run --out json=FILE} writes them, of k6 0.30 and newer (tried with 1.8.1). A request is a
 * point of {@code http_req_duration}, whose time is the request's end; it failed where k6 says that its response was
 * not expected. A request that the script gives no name is called by its method and path, as every arm has another
 * address.
 */
final class K6Json implements ResultFormat {
    private static final String METRIC = "\"http_req_duration\"";
    private static final Pattern ADDRESS = Pattern.compile("^https?://[^/?#]*([^?#]*).*", Pattern.DOTALL);
    private static final double MICROS = 1e3;

    @Override
    public void line(String line, Consumer<ResultRecord> sink) {
        // One line in a dozen: the others are not parsed.
        if (!line.contains(METRIC)) {
            return;
        }
        JsonNode point = JsonMapper.shared().readTree(line);
        if (!point.path("type").asString("").equals("Point")
                || !point.path("metric").asString("").equals("http_req_duration")) {
            return;
        }
        JsonNode data = point.path("data");
        JsonNode tags = data.path("tags");
        if (!data.path("value").isNumber() || !data.path("time").isString()) {
            throw new IllegalArgumentException("a point of http_req_duration without time and value");
        }
        Instant time = OffsetDateTime.parse(data.path("time").asString()).toInstant();
        long end = Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1000);
        long micros = Math.max(0, Math.round(data.path("value").asDouble() * MICROS));
        boolean ok = !tags.path("expected_response").asString("true").equals("false");
        sink.accept(new ResultRecord.Request(name(tags), end - micros, end, ok, ok ? "" : message(tags)));
    }

    private static String name(JsonNode tags) {
        String name = tags.path("name").asString("");
        Matcher address = ADDRESS.matcher(name);
        if (address.matches()) {
            String path = address.group(1).isEmpty() ? "/" : address.group(1);
            name = (tags.path("method").asString("") + " " + path).strip();
        }
        String group = tags.path("group").asString("");
        return group.isEmpty() ? name : group.replaceFirst("^::", "").replace("::", " / ") + " / " + name;
    }

    private static String message(JsonNode tags) {
        String error = tags.path("error").asString("");
        String status = tags.path("status").asString("0");
        return error.isEmpty() ? "status " + status : status.equals("0") ? error : "status " + status + ", " + error;
    }
}
