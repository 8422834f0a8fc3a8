package dev.flamegate.targets.container;

import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus server in a container, set up to scrape its targets. */
final class PrometheusServer implements AutoCloseable {
    private static final int PORT = 9090;
    private static final String CONFIG = ContainerTarget.FOLDER + "prometheus.yml";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]*)\"");

    private final RunningContainer container;
    private final String image;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_WITHIN).build();
    private String version = "";

    private PrometheusServer(RunningContainer container, String image) {
        this.container = container;
        this.image = image;
    }

    /** Starts one and waits until it is ready; nothing is left when it fails. */
    static PrometheusServer start(Engine engine, StackSetup setup, ContainerNetwork network)
            throws InterruptedException {
        String image = setup.images().name(Image.PROMETHEUS);
        engine.need(image, setup.pull(), setup.progress());
        ContainerSpec spec = new ContainerSpec(
                "prometheus",
                image,
                null,
                List.of(
                        "--config.file=" + CONFIG,
                        "--storage.tsdb.path=/prometheus",
                        "--web.enable-lifecycle",
                        "--enable-feature=native-histograms",
                        "--log.level=warn"),
                Map.of(),
                new ContainerFiles().text(CONFIG, PrometheusConfig.empty()),
                network,
                "prometheus",
                PORT,
                0,
                setup.limits());
        PrometheusServer server = new PrometheusServer(
                RunningContainer.start(engine, spec, setup.logs().resolve("prometheus.log")), image);
        try {
            server.awaitReady();
            server.configure(setup.targets());
            return server;
        } catch (RuntimeException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    private void awaitReady() throws InterruptedException {
        new HttpReady()
                .await(
                        "Prometheus",
                        url().resolve("/-/ready"),
                        READY_WITHIN,
                        container.log(),
                        "Another image of it is named in the plan under images: or by " + Image.PROMETHEUS.variable()
                                + ".",
                        container::checkAlive);
    }

    /** What it can be told depends on its version, which the running server knows best. */
    private void configure(List<ScrapeTarget> targets) throws InterruptedException {
        Matcher answer = VERSION.matcher(ask(HttpRequest.newBuilder(url().resolve("/api/v1/status/buildinfo"))));
        version = answer.find() ? answer.group(1) : "";
        container.copy(new ContainerFiles().text(CONFIG, PrometheusConfig.of(targets, version)));
        ask(HttpRequest.newBuilder(url().resolve("/-/reload")).POST(HttpRequest.BodyPublishers.noBody()));
    }

    private String ask(HttpRequest.Builder request) throws InterruptedException {
        HttpRequest asked = request.timeout(ANSWER_WITHIN).build();
        try {
            HttpResponse<String> answer = http.send(asked, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 200) {
                return answer.body();
            }
            throw new TargetFailed("Prometheus answered " + answer.statusCode() + " to " + asked.uri() + ": "
                    + answer.body().strip());
        } catch (IOException e) {
            throw new TargetFailed("Prometheus does not answer " + asked.uri() + ": " + e, e);
        }
    }

    URI url() {
        return container.url();
    }

    void checkAlive() {
        container.checkAlive();
    }

    Map<String, String> context() {
        return Map.of("prometheus.image", image, "prometheus.version", version);
    }

    @Override
    public void close() {
        container.close();
    }
}
