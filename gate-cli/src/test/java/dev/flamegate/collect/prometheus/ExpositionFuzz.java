package dev.flamegate.collect.prometheus;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.Seeds;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** Two expositions of the measured service, one after the other: they are no expositions, or have a difference. */
class ExpositionFuzz {
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000L);

    @FuzzTest
    @Seeds(made = "texts")
    void text(byte[] input) {
        List<byte[]> parts = Input.parts(input, 2);
        Scrape first;
        Scrape second;
        try {
            first = TextExposition.read(Input.text(parts.get(0)), START);
            second = TextExposition.read(Input.text(parts.get(1)), START.plusSeconds(10));
        } catch (IllegalArgumentException e) {
            return;
        }
        between(first, second);
    }

    static List<byte[]> texts() throws IOException {
        return List.of(
                written("application/openmetrics-text"),
                written("text/plain"),
                Input.of(
                        "# TYPE a_total counter\na_total 10\n# TYPE h histogram\nh_bucket{le=\"1\"} 5\nh_bucket{le=\"+Inf\"} 6\n",
                        "# TYPE a_total counter\na_total{x=\"\\\"\\n\"} NaN 1395066363000\nh_sum +Inf\n# EOF\n"),
                Input.of(
                        "# TYPE jvm_gc_pause_seconds summary\njvm_gc_pause_seconds_count{action=\"x\"} 3\n"
                                + "jvm_memory_used_bytes{area=\"heap\",id=\"G1 Old Gen\"} 2.0E7\nprocess_cpu_time_ns_total 5e9\n",
                        "jvm_gc_pause_seconds_max 0.2\njvm_memory_used_bytes{area=\"heap\"} 4E7\n"));
    }

    @FuzzTest
    @Seeds(made = "messages")
    void protobuf(byte[] input) {
        List<byte[]> parts = Input.parts(input, 2);
        Scrape first;
        Scrape second;
        try {
            first = ProtobufExposition.read(parts.get(0), START);
            second = ProtobufExposition.read(parts.get(1), START.plusSeconds(10));
        } catch (IllegalArgumentException e) {
            return;
        }
        between(first, second);
    }

    static List<byte[]> messages() throws IOException {
        return List.of(written("application/vnd.google.protobuf"));
    }

    private static void between(Scrape first, Scrape second) {
        ScrapeIncrement.over(List.of(first, second), RequestHistogram.WELL_KNOWN);
    }

    /** By the real client library, before and after a few requests. */
    private static byte[] written(String accepted) throws IOException {
        PrometheusRegistry registry = new PrometheusRegistry();
        Counter orders =
                Counter.builder().name("orders_total").labelNames("kind").register(registry);
        Gauge queue = Gauge.builder().name("queue").register(registry);
        Histogram requests = Histogram.builder()
                .name("http_server_request_duration_seconds")
                .labelNames("method", "http_route")
                .register(registry);
        byte[][] scrapes = new byte[2][];
        for (int i = 0; i < scrapes.length; i++) {
            orders.labelValues("a \"b\"").inc(5);
            queue.set(7 - i);
            requests.labelValues("GET", "/checkout").observe(0.02 + i);
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            ExpositionFormats.init().findWriter(accepted).write(body, registry.scrape());
            scrapes[i] = body.toByteArray();
        }
        return Input.of(scrapes);
    }
}
