package dev.flamegate.servers.prometheus;

import static dev.flamegate.collect.http.HttpDouble.json;
import static dev.flamegate.collect.http.HttpDouble.says;

import com.sun.net.httpserver.HttpExchange;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.HttpDouble.Asked;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A double's answers from a few series: raw samples of any selector, metadata, {@code time()}, and what is told. */
public final class StoredSeries implements HttpDouble.Reply {
    private static final Pattern RAW = Pattern.compile(".*\\[(\\d+)ms]");

    private final Map<String, NavigableMap<Long, String>> series = new LinkedHashMap<>();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> types = new ArrayList<>();
    private int samplesAllowed = Integer.MAX_VALUE;
    private boolean metadata = true;
    private long ahead;

    /** One sample; labels as JSON without braces, its name among them; milliseconds since 1970. */
    public synchronized StoredSeries put(String labels, long at, String value) {
        series.computeIfAbsent(labels, key -> new TreeMap<>()).put(at, value);
        return this;
    }

    public StoredSeries put(String labels, long at, double value) {
        return put(labels, at, "\"" + value + "\"");
    }

    public StoredSeries type(String metric, String type) {
        types.add("\"" + metric + "\": [{\"type\": \"" + type + "\", \"help\": \"\", \"unit\": \"\"}]");
        return this;
    }

    public StoredSeries withoutMetadata() {
        metadata = false;
        return this;
    }

    /** The server refuses to load more samples than this at once. */
    public StoredSeries allows(int samples) {
        samplesAllowed = samples;
        return this;
    }

    public StoredSeries ahead(long millis) {
        ahead = millis;
        return this;
    }

    /** The data that answers a query. */
    public StoredSeries answer(String query, String data) {
        answers.put(query, data);
        return this;
    }

    @Override
    public void to(HttpExchange exchange, Asked asked) throws IOException {
        String path = asked.uri().getPath();
        String query = asked.fields().getOrDefault("query", "");
        Matcher raw = RAW.matcher(query);
        if (path.endsWith("/metadata") && metadata) {
            json("{\"status\": \"success\", \"data\": {" + String.join(",", types) + "}}")
                    .to(exchange, asked);
        } else if (answers.containsKey(query)) {
            json("{\"status\": \"success\", \"data\": " + answers.get(query) + "}")
                    .to(exchange, asked);
        } else if (query.equals("time()")) {
            long now = Instant.now().toEpochMilli() + ahead;
            json("{\"status\": \"success\", \"data\": {\"resultType\": \"scalar\", \"result\": [" + seconds(now)
                            + ", \"" + seconds(now) + "\"]}}")
                    .to(exchange, asked);
        } else if (raw.matches()) {
            long end =
                    new BigDecimal(asked.fields().get("time")).movePointRight(3).longValueExact();
            raw(end - Long.parseLong(raw.group(1)), end).to(exchange, asked);
        } else {
            says(404, "text/plain", "404 page not found").to(exchange, asked);
        }
    }

    private synchronized HttpDouble.Reply raw(long after, long end) {
        List<String> shown = new ArrayList<>();
        int count = 0;
        for (Map.Entry<String, NavigableMap<Long, String>> one : series.entrySet()) {
            List<String> values = new ArrayList<>();
            List<String> histograms = new ArrayList<>();
            one.getValue()
                    .subMap(after, false, end, true)
                    .forEach((at, value) ->
                            (value.startsWith("{") ? histograms : values).add("[" + seconds(at) + "," + value + "]"));
            count += values.size() + histograms.size();
            if (!values.isEmpty() || !histograms.isEmpty()) {
                shown.add("{\"metric\": {" + one.getKey() + "}"
                        + (values.isEmpty() ? "" : ", \"values\": [" + String.join(",", values) + "]")
                        + (histograms.isEmpty() ? "" : ", \"histograms\": [" + String.join(",", histograms) + "]")
                        + "}");
            }
        }
        return count > samplesAllowed
                ? says(
                        422,
                        "application/json",
                        "{\"status\": \"error\", \"errorType\": \"execution\", \"error\": \"query processing would load"
                                + " too many samples into memory in query execution\"}")
                : json("{\"status\": \"success\", \"data\": {\"resultType\": \"matrix\", \"result\": ["
                        + String.join(",", shown) + "]}}");
    }

    private static String seconds(long millis) {
        return BigDecimal.valueOf(millis, 3).toPlainString();
    }
}
