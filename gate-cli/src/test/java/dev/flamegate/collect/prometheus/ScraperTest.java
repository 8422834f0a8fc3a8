package dev.flamegate.collect.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.stats.BucketQuantile;
import dev.flamegate.targets.DeadPort;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against expositions that the real client library writes. */
class ScraperTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final Counter orders =
            Counter.builder().name("orders_total").labelNames("kind").register(registry);
    private final Gauge queue = Gauge.builder().name("queue").register(registry);
    private final Histogram requests = Histogram.builder()
            .name("http_server_request_duration_seconds")
            .labelNames("method", "http_route")
            .register(registry);
    private final Summary pool =
            Summary.builder().name("pool_wait_seconds").quantile(0.5).register(registry);
    private HttpServer server;
    /** The format the server insists on; empty for what the scraper asks for, which is protocol buffers. */
    private String accepted = "";

    private int status = 200;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            ExpositionFormatWriter writer = ExpositionFormats.init()
                    .findWriter(
                            accepted.isEmpty() ? exchange.getRequestHeaders().getFirst("Accept") : accepted);
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            writer.write(body, registry.scrape());
            exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
            exchange.sendResponseHeaders(status, body.size());
            exchange.getResponseBody().write(body.toByteArray());
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "application/openmetrics-text", "text/plain"})
    void every_format_says_the_same_of_a_window(String format) throws Exception {
        accepted = format;
        orders.labelValues("a \"b\"").inc(5);
        queue.set(7);
        observe("/checkout", 100, 0.5);
        Scrape first = scrape();
        orders.labelValues("a \"b\"").inc(3);
        orders.labelValues("new").inc();
        queue.set(3);
        observe("/checkout", 90, 0.020);
        observe("/checkout", 10, 0.200);
        observe("/search", 4, 0.001);
        pool.observe(2);
        ScrapeIncrement increment = ScrapeIncrement.over(List.of(first, scrape()), RequestHistogram.WELL_KNOWN);

        assertThat(increment.warnings()).isEmpty();
        assertThat(ScrapedNumbers.of(increment))
                .containsEntry("orders_total{kind=\"a \\\"b\\\"\"}", 3.0)
                .containsEntry("orders_total{kind=\"new\"}", 1.0)
                .containsEntry("queue@max", 7.0)
                .containsEntry("queue@mean", 5.0)
                .containsEntry("queue@last", 3.0)
                .containsEntry("pool_wait_seconds_count", 1.0)
                .containsEntry("pool_wait_seconds_sum", 2.0);
        assertThat(increment.latency()).extracting(ServerLatency::request).containsExactly("/checkout", "/search");
        ServerLatency checkout = increment.latency().get(0);
        assertThat(checkout.count()).isEqualTo(100);
        assertThat(checkout.sum()).isCloseTo(90 * 0.020 + 10 * 0.200, within(1e-9));
        assertThat(checkout.buckets().stream()
                        .mapToDouble(ServerLatency.Bucket::count)
                        .sum())
                .isEqualTo(100);
        BucketQuantile p50 = BucketQuantile.of(checkout, 0.5).orElseThrow();
        assertThat(0.020).isBetween(p50.lower(), p50.upper());
        BucketQuantile p95 = BucketQuantile.of(checkout, 0.95).orElseThrow();
        assertThat(0.200).isBetween(p95.lower(), p95.upper());
        boolean exponential = format.isEmpty();
        assertThat(checkout.resolution()).isEqualTo(exponential ? "native" : "classic");
        assertThat(p95.upper() / p95.lower()).isLessThan(exponential ? 1.05 : 3.0);
    }

    @Test
    void requests_for_the_metrics_are_not_the_loads() {
        String scrape = "# TYPE h histogram\n"
                + "h_bucket{uri=\"/metrics\",le=\"+Inf\"} %1$d\nh_count{uri=\"/metrics\"} %1$d\nh_sum{uri=\"/metrics\"} 1\n"
                + "h_bucket{uri=\"GET /metrics\",le=\"+Inf\"} %1$d\nh_count{uri=\"GET /metrics\"} %1$d\nh_sum{uri=\"GET /metrics\"} 1\n"
                + "h_bucket{uri=\"/a/metrics\",le=\"+Inf\"} %1$d\nh_count{uri=\"/a/metrics\"} %1$d\nh_sum{uri=\"/a/metrics\"} 1\n";

        ScrapeIncrement increment = ScrapeIncrement.over(
                List.of(text(scrape.formatted(1)), text(scrape.formatted(5))),
                new RequestHistogram("h", null, "/metrics?format=text"));

        assertThat(increment.latency()).singleElement().satisfies(latency -> {
            assertThat(latency.request()).isEqualTo("/a/metrics");
            assertThat(latency.count()).isEqualTo(4);
        });
    }

    @Test
    void counters_that_began_anew_are_counted_from_zero_with_a_warning() {
        Scrape first = text("# TYPE a_total counter\na_total 10\n# TYPE h histogram\nh_bucket{le=\"1\"} 5\n"
                + "h_bucket{le=\"+Inf\"} 5\nh_count 5\nh_sum 5\n");
        Scrape second = text("# TYPE a_total counter\na_total 4\n# TYPE h histogram\nh_bucket{le=\"1\"} 1\n"
                + "h_bucket{le=\"+Inf\"} 2\nh_count 2\nh_sum 3\n");
        ScrapeIncrement increment =
                ScrapeIncrement.over(List.of(first, second), new RequestHistogram("h", "none", null));
        assertThat(ScrapedNumbers.of(increment)).containsEntry("a_total", 4.0).containsEntry("h_count", 2.0);
        assertThat(increment.latency())
                .containsExactly(new ServerLatency(
                        "",
                        2,
                        3,
                        List.of(
                                new ServerLatency.Bucket(0, 1, 1),
                                new ServerLatency.Bucket(1, Double.POSITIVE_INFINITY, 1)),
                        "classic"));
        assertThat(increment.warnings()).hasSize(1).first().satisfies(warning -> {
            assertThat(warning.id()).isEqualTo("counter-reset");
            assertThat(warning.message()).contains("a_total, h");
        });
    }

    @Test
    void tasks_that_ended_are_no_counters_that_began_anew() {
        String scrape = "# TYPE http_server_requests_active_seconds summary\n"
                + "http_server_requests_active_seconds_count %1$d\nhttp_server_requests_active_seconds_sum %1$d\n";
        ScrapeIncrement increment = ScrapeIncrement.over(
                List.of(text(scrape.formatted(3)), text(scrape.formatted(1))), RequestHistogram.WELL_KNOWN);
        assertThat(increment.warnings()).isEmpty();
    }

    @Test
    void what_is_not_finite_is_left_out() {
        Scrape first = text("# TYPE a_total counter\na_total 1\ng 1\n");
        Scrape second = text("# TYPE a_total counter\na_total NaN\ng +Inf\n");
        ScrapeIncrement increment = ScrapeIncrement.over(List.of(first, second), RequestHistogram.WELL_KNOWN);
        assertThat(ScrapedNumbers.of(increment))
                .containsOnlyKeys("g@max", "g@mean", "g@last")
                .containsEntry("g@max", 1.0);
        assertThat(increment.warnings()).extracting(warning -> warning.id()).containsExactly("counter-not-finite");
    }

    @Test
    void native_buckets_of_different_schemas_are_brought_to_the_coarser_one() {
        NativeBuckets fine = new NativeBuckets(1, 1e-9, 2, buckets(1, 1, 2, 3, 3, 5));
        NativeBuckets coarse = new NativeBuckets(0, 1e-9, 3, buckets(1, 10, 2, 20));
        // Of schema 1, 1 and 2 make bucket 1 of schema 0, and 3 is the lower half of bucket 2.
        assertThat(coarse.minus(fine)).isEqualTo(new NativeBuckets(0, 1e-9, 1, buckets(1, 6, 2, 15)));
        assertThat(coarse.plus(fine)).isEqualTo(new NativeBuckets(0, 1e-9, 5, buckets(1, 14, 2, 25)));
    }

    @Test
    void a_wider_zero_bucket_swallows_what_it_reaches_on_both_sides() {
        NativeBuckets narrow = new NativeBuckets(0, 0, 1, buckets(0, 4, 3, 2));
        NativeBuckets wide = new NativeBuckets(0, 1, 9, buckets(3, 5));
        assertThat(wide.minus(narrow)).isEqualTo(new NativeBuckets(0, 1, 4, buckets(3, 3)));
    }

    @Test
    void a_target_that_answers_something_else_is_said_so() throws Exception {
        assertThat(scraper().isThere()).isTrue();
        status = 404;
        assertThat(scraper().isThere()).isFalse();
        status = 503;
        assertThatThrownBy(this::scrape).isInstanceOf(CollectionFailed.class).hasMessageContaining("503");
        assertThatThrownBy(() -> text("# TYPE a counter\na_total\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("line 2");
        assertThatThrownBy(() -> ProtobufExposition.read("a text".getBytes(StandardCharsets.UTF_8), Instant.EPOCH))
                .isInstanceOf(IllegalArgumentException.class);
        try (DeadPort port = new DeadPort()) {
            assertThatThrownBy(scraper(port.number())::scrape)
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessageContaining("does not answer");
        }
    }

    private static TreeMap<Integer, Double> buckets(int... indexAndCount) {
        TreeMap<Integer, Double> buckets = new TreeMap<>();
        for (int i = 0; i < indexAndCount.length; i += 2) {
            buckets.put(indexAndCount[i], (double) indexAndCount[i + 1]);
        }
        return buckets;
    }

    private void observe(String route, int times, double seconds) {
        for (int i = 0; i < times; i++) {
            requests.labelValues("GET", route).observe(seconds);
        }
    }

    private static Scrape text(String text) {
        return TextExposition.read(text, Instant.EPOCH);
    }

    private Scrape scrape() throws InterruptedException {
        return scraper().scrape();
    }

    private Scraper scraper() {
        return scraper(server.getAddress().getPort());
    }

    private static Scraper scraper(int port) {
        return new Scraper(URI.create("http://127.0.0.1:" + port + "/metrics"), Duration.ofSeconds(120));
    }
}
