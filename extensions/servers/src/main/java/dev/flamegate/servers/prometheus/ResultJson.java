package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.Sample;
import dev.flamegate.model.ServerLatency.Bucket;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** The pieces that results of queries are made of in the API's JSON: labels, times, numbers, native histograms. */
final class ResultJson {
    /** Digits of a time behind its point, or zeros before it. */
    private static final int MOST_SCALE = 100;

    private ResultJson() {}

    /** The labels of a series, including its name. */
    static Map<String, String> labels(JsonNode series) {
        if (!series.path("metric").isObject()) {
            throw new IllegalArgumentException("a series without labels");
        }
        Map<String, String> labels = new TreeMap<>();
        series.get("metric")
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asString("")));
        return labels;
    }

    /** Time and value. */
    static JsonNode pair(JsonNode sample) {
        if (!sample.isArray() || sample.size() != 2) {
            throw new IllegalArgumentException("a sample that is not a time and a value");
        }
        return sample;
    }

    /** Seconds since 1970, to the millisecond that servers store. */
    static Instant instant(JsonNode seconds) {
        try {
            BigDecimal exact = new BigDecimal(seconds.asString(""));
            if (Math.abs((long) exact.scale()) > MOST_SCALE) {
                throw new NumberFormatException("rounding it would take for ever");
            }
            return Instant.ofEpochMilli(
                    exact.movePointRight(3).setScale(0, RoundingMode.HALF_UP).longValueExact());
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("`" + seconds + "` where a time belongs", e);
        }
    }

    /** A number in quotes, as it may be NaN or infinite. */
    static double number(JsonNode text) {
        try {
            return Sample.number(text.asString(""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("`" + text + "` where a number belongs", e);
        }
    }

    /** Count, sum and buckets of a native histogram: kind of bounds, lower bound, upper bound, count. */
    static Sample.Distribution distribution(JsonNode histogram) {
        List<Bucket> buckets = new ArrayList<>();
        for (JsonNode bucket : histogram.path("buckets")) {
            if (bucket.size() != 4) {
                throw new IllegalArgumentException("a bucket that is not two bounds and a count");
            }
            buckets.add(new Bucket(number(bucket.get(1)), number(bucket.get(2)), number(bucket.get(3))));
        }
        return new Sample.Distribution(number(histogram.path("count")), number(histogram.path("sum")), buckets);
    }
}
