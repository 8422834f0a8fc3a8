package dev.flamegate.servers.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.ScrapedNumbers;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.targets.FreePort;
import dev.flamegate.testing.Await;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a Prometheus that scrapes a target of ours every second; skipped where there is no {@code prometheus}. */
class RealPrometheusTest {
    /** What the target counts from one of Prometheus' scrapes to the next. */
    private static final double STEP = 10;

    private static final SeriesSelector SHOP = new SeriesSelector("service=\"shop\"");
    private static final String ORDERS = "orders_total{kind=\"x\"}";

    @TempDir
    private static Path folder;

    private static final PrometheusRegistry REGISTRY = new PrometheusRegistry();
    private static HttpServer target;
    private static Process process;
    private static PrometheusServer server;

    private static final io.prometheus.metrics.core.metrics.Counter ORDERED =
            io.prometheus.metrics.core.metrics.Counter.builder()
                    .name("orders_total")
                    .labelNames("kind")
                    .register(REGISTRY);
    private static final io.prometheus.metrics.core.metrics.Counter CPU =
            io.prometheus.metrics.core.metrics.Counter.builder()
                    .name("process_cpu_seconds_total")
                    .register(REGISTRY);
    private static final io.prometheus.metrics.core.metrics.Gauge RSS =
            io.prometheus.metrics.core.metrics.Gauge.builder()
                    .name("process_resident_memory_bytes")
                    .register(REGISTRY);
    private static final Histogram REQUESTS = Histogram.builder()
            .name("http_request_duration_seconds")
            .labelNames("path")
            .register(REGISTRY);
    private static final Histogram CLASSIC =
            Histogram.builder().name("work_seconds").classicOnly().register(REGISTRY);

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> binary = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(place -> Path.of(place, "prometheus"))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(binary.isPresent(), "no `prometheus` on the PATH (Debian: apt-get install prometheus)");
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.createContext("/metrics", RealPrometheusTest::expose);
        target.start();
        int port = FreePort.find();
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 900ms}
                scrape_configs:
                  - job_name: target
                    static_configs: [{targets: ['127.0.0.1:%d'], labels: {service: shop}}]
                """.formatted(
                        target.getAddress().getPort()));
        process = new ProcessBuilder(
                        binary.get().toString(),
                        "--config.file=" + config,
                        "--storage.tsdb.path=" + folder.resolve("data"),
                        "--web.listen-address=127.0.0.1:" + port,
                        "--enable-feature=native-histograms",
                        "--log.level=warn")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
        server = new PrometheusServer(
                ServerAddress.of(URI.create("http://127.0.0.1:" + port)),
                new ApiLimits(Duration.ofSeconds(30), 100, 64 << 20));
    }

    @AfterAll
    static void stop() throws Exception {
        if (target != null) {
            target.stop(0);
        }
        if (process != null) {
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
    }

    /** What is counted goes on with each of Prometheus' own scrapes only. */
    private static synchronized void expose(HttpExchange exchange) throws IOException {
        String agent = exchange.getRequestHeaders().getFirst("User-Agent");
        if (agent != null && agent.startsWith("Prometheus")) {
            ORDERED.labelValues("x").inc(STEP);
            CPU.inc(0.5);
            RSS.set(1e8);
            for (int i = 0; i < 9; i++) {
                REQUESTS.labelValues("/a").observe(0.020);
                CLASSIC.observe(0.020);
            }
            REQUESTS.labelValues("/a").observe(0.700);
            CLASSIC.observe(0.700);
        }
        ExpositionFormatWriter writer =
                ExpositionFormats.init().findWriter(exchange.getRequestHeaders().getFirst("Accept"));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        writer.write(body, REGISTRY.scrape());
        exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
        exchange.sendResponseHeaders(200, body.size());
        exchange.getResponseBody().write(body.toByteArray());
        exchange.close();
    }

    /** Waits for the first scrape after a moment of the server's clock; its time. */
    private static Instant awaitSampleAfter(Instant after) throws InterruptedException {
        while (true) {
            QueryOutcome stored = server.instant("timestamp(up{service=\"shop\"})", Instant.now());
            if (stored instanceof QueryOutcome.Value number) {
                Instant at = Instant.ofEpochMilli(Math.round(number.value() * 1000));
                if (at.isAfter(after)) {
                    return at;
                }
            }
            Thread.sleep(50);
        }
    }

    @Test
    void what_prometheus_stored_is_what_the_target_exposed() throws Exception {
        Scraper direct = new Scraper(
                URI.create("http://127.0.0.1:" + target.getAddress().getPort() + "/metrics"), Duration.ofSeconds(60));
        ClockDifference clock = server.clock();
        assertThat(clock.ahead().abs()).isLessThanOrEqualTo(clock.doubt());

        Instant start = awaitSampleAfter(clock.toServer(Instant.now()));
        Scrape first = direct.scrape();
        Instant end = awaitSampleAfter(start.plusSeconds(4));
        Scrape second = direct.scrape();
        Window window = new Window(start, end);

        WindowSamples samples = server.samples(SHOP, window);
        assertThat(samples.warnings()).isEmpty();
        assertThat(samples.targets()).hasSize(1);
        assertThat(samples.targets().get(0).covered()).isEqualTo(window);
        int steps = samples.targets().get(0).scrapes().size() - 1;
        assertThat(steps).isGreaterThanOrEqualTo(4);
        ScrapeIncrement stored = samples.increment(RequestHistogram.WELL_KNOWN).orElseThrow();
        ScrapeIncrement scraped = ScrapeIncrement.over(List.of(first, second), RequestHistogram.WELL_KNOWN);

        assertThat(ScrapedNumbers.of(stored).keySet())
                .containsAll(ScrapedNumbers.of(scraped).keySet());
        assertThat(ScrapedNumbers.of(stored)).containsEntry(ORDERS, steps * STEP);
        assertThat(ScrapedNumbers.of(stored).get(ORDERS))
                .isCloseTo(ScrapedNumbers.of(scraped).get(ORDERS), within(STEP));
        assertThat(ScrapedNumbers.of(stored)).containsEntry("process_resident_memory_bytes@last", 1e8);
        assertThat(ScrapedNumbers.of(stored)).containsEntry("work_seconds_count", steps * 10.0);

        ServerLatency latency = stored.latency().get(0);
        assertThat(latency.request()).isEqualTo("/a");
        assertThat(latency.resolution()).isEqualTo("native");
        assertThat(latency.count()).isEqualTo(steps * 10);
        assertThat(latency.sum()).isCloseTo(steps * (9 * 0.020 + 0.700), within(1e-6));
        List<ServerLatency.Bucket> buckets = scraped.latency().get(0).buckets();
        assertThat(latency.buckets()).hasSameSizeAs(buckets);
        for (int i = 0; i < buckets.size(); i++) {
            assertThat(latency.buckets().get(i).lower())
                    .isCloseTo(buckets.get(i).lower(), within(1e-9));
            assertThat(latency.buckets().get(i).upper())
                    .isCloseTo(buckets.get(i).upper(), within(1e-9));
            assertThat(latency.buckets().get(i).count())
                    .isCloseTo(buckets.get(i).count(), within(STEP));
        }

        var counters = samples.counters().orElseThrow();
        assertThat(counters.increment().counters()).isEqualTo(Map.of(Counter.CPU_PROCESS, steps * 0.5));
        assertThat(counters.readings().get(0).gauges()).containsEntry(Gauge.MEMORY_RSS, 1e8);
        assertThat(counters.increment().window()).isEqualTo(window);

        // Long after, the same window says the same.
        assertThat(server.samples(SHOP, window)
                        .increment(RequestHistogram.WELL_KNOWN)
                        .orElseThrow())
                .isEqualTo(stored);

        Indicator own = Indicator.own(
                "orders.rate",
                new Unit("orders/s", Unit.Dimension.RATE, 1),
                Better.HIGHER,
                "orders",
                "sum(increase(orders_total{$selector}[$window]))");
        OwnIndicators.Answers answers = new OwnIndicators(server, SHOP).evaluate(List.of(own), List.of(window));
        assertThat(answers.warnings()).isEmpty();
        // PromQL extrapolates to the edges.
        assertThat(answers.answers().get(own.name()))
                .isInstanceOfSatisfying(
                        Scraped.Answer.Value.class,
                        answer -> assertThat(answer.value()).isCloseTo(steps * STEP, within(2 * STEP)));
    }

    @Test
    void counters_go_on_from_reading_to_reading() throws Exception {
        ClockDifference clock = server.clock();
        Instant one = awaitSampleAfter(clock.toServer(Instant.now()));
        Instant two = awaitSampleAfter(one);
        PrometheusCounters source = new PrometheusCounters(server, SHOP);
        var first = source.read();
        assertThat(first.at()).isAfterOrEqualTo(two);
        double counted = CPU.get();
        // A busy machine misses scrapes; two more have to be there.
        Await.until("two scrapes", () -> CPU.get() >= counted + 1);
        awaitSampleAfter(clock.toServer(Instant.now()));
        var second = source.read();
        double cpu = second.since(first).counters().get(Counter.CPU_PROCESS);
        double seconds = Duration.between(first.at(), second.at()).toMillis() / 1000.0;
        assertThat(cpu).isBetween(1.0, 0.5 * (seconds + 1));
    }

    @Test
    void queries_have_outcomes() throws Exception {
        Instant start = awaitSampleAfter(Instant.now());
        assertThat(server.instant("sum(up{service=\"shop\"})", start)).isEqualTo(new QueryOutcome.Value(1, List.of()));
        assertThat(server.instant("vector(0) / 0", start)).isInstanceOf(QueryOutcome.NotFinite.class);
        assertThat(server.instant("nothing_of_the_kind", start)).isInstanceOf(QueryOutcome.Empty.class);
        assertThat(server.instant("{service=\"shop\"}", start)).isInstanceOf(QueryOutcome.Several.class);
        assertThat(server.instant("up[10s]", start)).isInstanceOf(QueryOutcome.NoNumber.class);
        assertThat(server.instant("http_request_duration_seconds", start)).isInstanceOf(QueryOutcome.NoNumber.class);
        assertThat(server.instant("sum(", start).reason())
                .contains("parse error")
                .contains("right PromQL");
        assertThat(server.instant("up + on () {service=\"shop\"}", start).reason())
                .contains("execution")
                .contains("two copies");
        assertThat(server.types()).containsEntry("process_resident_memory_bytes", "gauge");
    }
}
