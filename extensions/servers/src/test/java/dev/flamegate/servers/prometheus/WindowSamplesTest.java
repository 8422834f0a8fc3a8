package dev.flamegate.servers.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.ScrapedNumbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WindowSamplesTest {
    private static final long T = 1_700_000_000_000L;
    private static final Window WINDOW = window(0, 10);
    private static final SeriesSelector SHOP = new SeriesSelector("service=\"shop\"");
    private static final String A = ", \"instance\": \"a:80\", \"job\": \"shop\"";
    private static final String B = ", \"instance\": \"b:80\", \"job\": \"shop\"";

    private final HttpDouble http = new HttpDouble();
    private final StoredSeries stored = new StoredSeries();

    @AfterEach
    void stop() {
        http.close();
    }

    private static Window window(double from, double to) {
        return new Window(at(from), at(to));
    }

    private static Instant at(double seconds) {
        return Instant.ofEpochMilli(T + Math.round(seconds * 1000));
    }

    private WindowSamples read(Window window) throws InterruptedException {
        http.reply(stored);
        return new PrometheusServer(http.address(), ApiLimits.within(Duration.ofSeconds(10))).samples(SHOP, window);
    }

    private ScrapeIncrement increment(Window window) throws InterruptedException {
        return read(window).increment(RequestHistogram.WELL_KNOWN).orElseThrow();
    }

    /** A value each second of [-3, 13], from a base that grows by a step. */
    private void counter(String labels, double base, double step) {
        for (int s = -3; s <= 13; s++) {
            stored.put(labels, T + s * 1000, base + (s + 3) * step);
        }
    }

    private static String name(String name, String rest) {
        return "\"__name__\": \"" + name + "\"" + rest;
    }

    @Test
    void stored_samples_say_of_a_window_what_scrapes_at_its_edges_say() throws Exception {
        stored.type("orders", "counter").type("queue", "gauge").type("http_request_duration_seconds", "histogram");
        stored.type("pool_wait_seconds", "summary");
        counter(name("orders_total", A + ", \"kind\": \"x\""), 100, 3);
        counter(name("http_request_duration_seconds_bucket", A + ", \"path\": \"/a\", \"le\": \"0.1\""), 0, 4);
        counter(name("http_request_duration_seconds_bucket", A + ", \"path\": \"/a\", \"le\": \"+Inf\""), 0, 5);
        counter(name("http_request_duration_seconds_count", A + ", \"path\": \"/a\""), 0, 5);
        counter(name("http_request_duration_seconds_sum", A + ", \"path\": \"/a\""), 0, 0.5);
        counter(name("pool_wait_seconds_count", A), 7, 1);
        counter(name("pool_wait_seconds_sum", A), 7, 2);
        counter(name("queue", A), 10, -0.5);
        counter(name("up", A + ", \"service\": \"shop\""), 1, 0);

        WindowSamples samples = read(WINDOW);
        assertThat(samples.warnings()).isEmpty();
        assertThat(samples.targets()).hasSize(1);
        assertThat(samples.targets().get(0).covered()).isEqualTo(WINDOW);
        assertThat(samples.targets().get(0).every()).isEqualTo(Duration.ofSeconds(1));
        ScrapeIncrement increment =
                samples.increment(RequestHistogram.WELL_KNOWN).orElseThrow();
        assertThat(increment.warnings()).isEmpty();
        assertThat(ScrapedNumbers.of(increment))
                .containsEntry("orders_total{kind=\"x\"}", 30.0)
                .containsEntry("pool_wait_seconds_count", 10.0)
                .containsEntry("pool_wait_seconds_sum", 20.0)
                .containsEntry("queue@max", 8.5)
                .containsEntry("queue@last", 3.5)
                .doesNotContainKey("up@last");
        assertThat(increment.latency())
                .containsExactly(new ServerLatency(
                        "/a",
                        50,
                        5,
                        List.of(
                                new ServerLatency.Bucket(0, 0.1, 40),
                                new ServerLatency.Bucket(0.1, Double.POSITIVE_INFINITY, 10)),
                        "classic"));
    }

    @Test
    void without_metadata_names_and_parts_tell_the_types() throws Exception {
        stored.withoutMetadata();
        counter(name("orders_total", A), 0, 3);
        counter(name("http_request_duration_seconds_bucket", A + ", \"path\": \"/a\", \"le\": \"+Inf\""), 0, 5);
        counter(name("http_request_duration_seconds_count", A + ", \"path\": \"/a\""), 0, 5);
        counter(name("http_request_duration_seconds_sum", A + ", \"path\": \"/a\""), 0, 0.5);
        counter(name("gc_seconds_count", A), 0, 1);
        counter(name("gc_seconds_sum", A), 0, 2);
        counter(name("queue", A), 4, 0);

        ScrapeIncrement increment = increment(WINDOW);
        assertThat(ScrapedNumbers.of(increment))
                .containsEntry("orders_total", 30.0)
                .containsEntry("gc_seconds_sum", 20.0)
                .containsEntry("queue@last", 4.0);
        assertThat(increment.latency()).extracting(ServerLatency::count).containsExactly(50.0);
    }

    @Test
    void native_histograms_keep_their_buckets() throws Exception {
        stored.type("http_request_duration_seconds", "histogram");
        String series = name("http_request_duration_seconds", A + ", \"path\": \"/a\"");
        // Schema 0: bounds are powers of 2; the lowest is cut off by the zero bucket.
        stored.put(
                series,
                T,
                "{\"count\": \"6\", \"sum\": \"3\", \"buckets\": [[3, \"-0.3\", \"0.3\", \"1\"],"
                        + " [0, \"0.3\", \"0.5\", \"2\"], [0, \"0.5\", \"1\", \"3\"]]}");
        stored.put(
                series,
                T + 1000,
                "{\"count\": \"16\", \"sum\": \"13\", \"buckets\": [[3, \"-0.3\", \"0.3\", \"1\"],"
                        + " [0, \"0.3\", \"0.5\", \"2\"], [0, \"0.5\", \"1\", \"9\"], [0, \"4\", \"8\", \"4\"]]}");

        assertThat(increment(window(0, 1)).latency())
                .containsExactly(new ServerLatency(
                        "/a",
                        10,
                        10,
                        List.of(new ServerLatency.Bucket(0.5, 1, 6), new ServerLatency.Bucket(4, 8, 4)),
                        "native"));
    }

    @Test
    void native_histograms_with_custom_buckets_are_classic_ones_whose_empty_buckets_are_not_said() throws Exception {
        stored.type("http_request_duration_seconds", "histogram");
        String series = name("http_request_duration_seconds", A + ", \"path\": \"/a\"");
        stored.put(series, T, "{\"count\": \"2\", \"sum\": \"3\", \"buckets\": [[0, \"0.1\", \"0.25\", \"2\"]]}");
        stored.put(
                series,
                T + 1000,
                "{\"count\": \"7\", \"sum\": \"9\", \"buckets\": [[0, \"0.1\", \"0.25\", \"4\"],"
                        + " [0, \"0.5\", \"1\", \"3\"]]}");

        ServerLatency latency = increment(window(0, 1)).latency().get(0);
        assertThat(latency.resolution()).isEqualTo("classic");
        assertThat(latency.buckets())
                .contains(new ServerLatency.Bucket(0.1, 0.25, 2), new ServerLatency.Bucket(0.5, 1, 3));
        assertThat(latency.buckets().stream()
                        .mapToDouble(ServerLatency.Bucket::count)
                        .sum())
                .isEqualTo(5);
    }

    @Test
    void a_counter_that_began_anew_is_counted_from_0_with_a_warning() throws Exception {
        stored.type("a_total", "counter");
        for (int s = 0; s <= 10; s++) {
            stored.put(name("a_total", A), T + s * 1000, s < 5 ? 100 + s : s - 5);
        }
        ScrapeIncrement increment = increment(WINDOW);
        assertThat(ScrapedNumbers.of(increment)).containsEntry("a_total", 9.0);
        assertThat(increment.warnings()).extracting(Warning::id).containsExactly("counter-reset");
    }

    @Test
    void a_gap_is_no_reset_and_is_named() throws Exception {
        stored.type("a_total", "counter").type("b_total", "counter");
        for (int s = 0; s <= 20; s++) {
            if (s < 5 || s > 9) {
                stored.put(name("a_total", A), T + s * 1000, 1000 + s);
            }
            if (s % 2 == 0 && (s < 5 || s > 9)) {
                stored.put(name("b_total", A), T + s * 1000, 1000 + s);
            }
        }
        ScrapeIncrement increment = increment(window(0, 20));
        assertThat(ScrapedNumbers.of(increment)).containsEntry("a_total", 20.0).containsEntry("b_total", 20.0);
        assertThat(increment.warnings()).extracting(Warning::id).containsExactly("scrape-gap");
        assertThat(increment.warnings().get(0).message()).contains("a:80 shop has a gap of 6 s");
    }

    @Test
    void a_series_that_appears_counts_from_0_unless_its_exporter_has_a_clock_of_its_own() throws Exception {
        stored.type("a_total", "counter").type("b_total", "counter").type("container_x_total", "counter");
        counter(name("a_total", A), 0, 1);
        counter(name("c_total", A), 0, 1);
        for (int s = 5; s <= 10; s++) {
            stored.put(name("b_total", A), T + s * 1000, 7 + s);
            stored.put(name("container_x_total", A), T + s * 1000, 1000 + s);
            stored.put(name("own_total", A), T + s * 1000 - 300, 1000 + s);
        }
        assertThat(ScrapedNumbers.of(increment(WINDOW)))
                .containsEntry("a_total", 10.0)
                .containsEntry("b_total", 17.0)
                .containsEntry("container_x_total", 5.0)
                .containsEntry("own_total", 5.0);
    }

    @Test
    void edges_are_the_last_scrapes_at_or_before_them() throws Exception {
        stored.type("a_total", "counter");
        counter(name("a_total", A), 0, 1);
        WindowSamples samples = read(window(0.4, 9.9));
        assertThat(samples.targets().get(0).covered()).isEqualTo(window(0, 9));
        assertThat(samples.warnings()).isEmpty();
    }

    @Test
    void targets_stand_apart_and_add_up() throws Exception {
        stored.type("a_total", "counter").type("queue", "gauge").type("process_cpu_seconds_total", "counter");
        counter(name("a_total", A), 0, 1);
        counter(name("queue", A), 3, 0);
        counter(name("process_cpu_seconds_total", A), 50, 0.25);
        for (int s = -3; s <= 13; s++) {
            stored.put(name("a_total", B), T + s * 1000 + 500, 500 + 2 * s);
            stored.put(name("queue", B), T + s * 1000 + 500, 5);
            stored.put(name("process_cpu_seconds_total", B), T + s * 1000 + 500, 10 + 0.5 * s);
        }
        WindowSamples samples = read(WINDOW);
        assertThat(samples.targets()).hasSize(2);
        assertThat(samples.targets().get(1).covered()).isEqualTo(window(-0.5, 9.5));
        assertThat(ScrapedNumbers.of(
                        samples.increment(RequestHistogram.WELL_KNOWN).orElseThrow()))
                .containsEntry("a_total{instance=\"a:80\"}", 10.0)
                .containsEntry("a_total{instance=\"b:80\"}", 20.0)
                .containsEntry("queue{instance=\"b:80\"}@last", 5.0);
        Map<String, Double> cpu = samples.increment(RequestHistogram.WELL_KNOWN)
                .orElseThrow()
                .scraped()
                .instanceCpu();
        assertThat(cpu.get("a:80")).isCloseTo(2.5, within(1e-9));
        assertThat(cpu.get("b:80")).isCloseTo(5, within(1e-9));
        var increment = samples.counters().orElseThrow().increment();
        assertThat(increment.counters().get(Counter.CPU_PROCESS)).isCloseTo(7.5, within(1e-9));
        assertThat(increment.window().seconds()).isEqualTo(10);
    }

    @Test
    void instances_have_the_names_of_their_pods_and_the_node_is_none_of_them() throws Exception {
        stored.type("process_cpu_seconds_total", "counter");
        counter(name("up", A + ", \"pod\": \"shop-1\""), 1, 0);
        counter(name("process_cpu_seconds_total", A), 50, 0.25);
        counter(name("up", B + ", \"pod\": \"shop-2\""), 1, 0);
        counter(name("process_cpu_seconds_total", B), 10, 0.5);
        assertThat(increment(WINDOW).scraped().instanceCpu()).containsOnlyKeys("shop-1", "shop-2");

        counter(
                name("container_cpu_usage_seconds_total", ", \"instance\": \"node:80\", \"container\": \"shop\""),
                50,
                0.75);
        assertThat(increment(WINDOW).scraped().instanceCpu()).containsOnlyKeys("shop-1", "shop-2");
    }

    @Test
    void what_two_servers_scraped_is_counted_once() throws Exception {
        stored.type("a_total", "counter");
        counter(name("a_total", A + ", \"prometheus_replica\": \"0\""), 0, 1);
        for (int s = 2; s <= 9; s++) {
            stored.put(name("a_total", A + ", \"prometheus_replica\": \"1\""), T + s * 1000 + 400, s);
        }
        WindowSamples samples = read(WINDOW);
        assertThat(samples.targets()).hasSize(1);
        assertThat(samples.warnings()).extracting(Warning::id).containsExactly("duplicate-series");
        assertThat(ScrapedNumbers.of(
                                samples.increment(RequestHistogram.WELL_KNOWN).orElseThrow())
                        .values())
                .containsExactly(10.0);
    }

    @Test
    void a_process_that_starts_inside_counts_from_0_and_one_that_is_only_scraped_late_does_not() throws Exception {
        stored.type("a_total", "counter").type("process_start_time_seconds", "gauge");
        for (int s = 5; s <= 10; s++) {
            stored.put(name("a_total", A), T + s * 1000, 100 + s);
            stored.put(name("process_start_time_seconds", A), T + s * 1000, T / 1000.0 + 4.25);
            stored.put(name("a_total", B), T + s * 1000, 100 + s);
            stored.put(name("process_start_time_seconds", B), T + s * 1000, T / 1000.0 - 400);
        }
        ScrapeIncrement increment = increment(WINDOW);
        assertThat(ScrapedNumbers.of(increment))
                .containsEntry("a_total{instance=\"a:80\"}", 110.0)
                .containsEntry("a_total{instance=\"b:80\"}", 5.0);
        assertThat(increment.warnings()).extracting(Warning::id).containsExactly("target-late");
    }

    @Test
    void samples_that_are_no_number_are_passed_over_with_a_warning() throws Exception {
        stored.type("a_total", "counter");
        counter(name("a_total", A), 0, 1);
        stored.put(name("a_total", A), T + 5000, "\"NaN\"");
        ScrapeIncrement increment = increment(WINDOW);
        assertThat(ScrapedNumbers.of(increment)).containsEntry("a_total", 10.0);
        assertThat(increment.warnings()).extracting(Warning::id).contains("samples-not-a-number");
    }

    @Test
    void failed_scrapes_and_targets_that_went_are_named() throws Exception {
        stored.type("a_total", "counter");
        for (int s = -3; s <= 10; s++) {
            stored.put(name("up", A), T + s * 1000, s > 4 ? 0 : 1);
            if (s <= 4) {
                stored.put(name("a_total", A), T + s * 1000, s);
            }
        }
        WindowSamples samples = read(WINDOW);
        assertThat(samples.warnings()).extracting(Warning::id).containsExactly("scrapes-failed", "target-ended");
        assertThat(samples.warnings().get(0).message()).isEqualTo("a:80 shop did not answer 6 scrapes");
    }

    @Test
    void nothing_stored_is_no_target_and_a_single_scrape_is_named() throws Exception {
        assertThat(read(WINDOW).targets()).isEmpty();
        assertThat(read(WINDOW).counters()).isEmpty();
        stored.put(name("a_total", A), T + 5000, 1);
        WindowSamples samples = read(WINDOW);
        assertThat(samples.targets()).isEmpty();
        assertThat(samples.warnings()).extracting(Warning::id).containsExactly("too-few-scrapes");
    }

    @Test
    void what_is_too_much_at_once_is_asked_for_in_parts() throws Exception {
        stored.type("a_total", "counter").type("b_total", "counter").allows(20);
        counter(name("a_total", A), 0, 1);
        counter(name("b_total", A), 0, 2);
        assertThat(ScrapedNumbers.of(increment(WINDOW)))
                .containsEntry("a_total", 10.0)
                .containsEntry("b_total", 20.0);
        stored.allows(1);
        assertThatThrownBy(() -> increment(WINDOW))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("too many samples")
                .hasMessageContaining("Narrow the selector");
    }

    @Test
    void an_answer_that_is_too_large_is_asked_for_in_parts() throws Exception {
        stored.type("a_total", "counter");
        counter(name("a_total", A), 0, 1);
        http.reply(stored);
        PrometheusServer small = new PrometheusServer(http.address(), new ApiLimits(Duration.ofSeconds(10), 1, 400));
        assertThat(ScrapedNumbers.of(small.samples(SHOP, WINDOW)
                        .increment(RequestHistogram.WELL_KNOWN)
                        .orElseThrow()))
                .containsEntry("a_total", 10.0);
    }

    @Test
    void long_windows_are_read_in_pages_without_loss_or_doubling() throws Exception {
        stored.type("a_total", "counter");
        for (int s = 0; s <= 3600; s += 5) {
            stored.put(name("a_total", A), T + s * 1000, s);
        }
        WindowSamples samples = read(window(0, 3600));
        assertThat(samples.targets().get(0).scrapes()).hasSize(721);
        assertThat(samples.warnings()).isEmpty();
    }

    @Test
    void any_window_counts_what_grew_between_its_edges() throws Exception {
        stored.type("a_total", "counter");
        for (int s = 0; s <= 100; s++) {
            stored.put(name("a_total", A), T + s * 1000, s * s);
        }
        Random random = new Random(42);
        for (int i = 0; i < 20; i++) {
            double from = 5 + random.nextInt(400) / 10.0;
            double to = from + 2 + random.nextInt(400) / 10.0;
            double expected = Math.floor(to) * Math.floor(to) - Math.floor(from) * Math.floor(from);
            assertThat(ScrapedNumbers.of(increment(window(from, to)))).containsEntry("a_total", expected);
        }
    }
}
