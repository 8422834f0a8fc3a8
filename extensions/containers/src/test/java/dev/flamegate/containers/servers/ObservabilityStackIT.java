package dev.flamegate.containers.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.containers.engine.ContainerLimits;
import dev.flamegate.containers.engine.ContainerTarget;
import dev.flamegate.containers.engine.Docker;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.ImagePull;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.PyroscopeDouble;
import dev.flamegate.containers.engine.TargetSetup;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus, and something that stands for Pyroscope, beside real targets. */
@Tag("side-by-side")
@Timeout(300)
class ObservabilityStackIT {
    private static final Path SAMPLE = Path.of("..", "..", "sample-service", "target", "sample-service.jar");

    @TempDir
    Path folder;

    private Engine engine;
    private int volumes;

    @BeforeEach
    void find() {
        engine = Docker.engine();
        volumes = Docker.volumes(engine);
    }

    @AfterEach
    void nothing_is_left() {
        if (engine != null) {
            assertThat(Docker.left(engine, Owner.current())).isEmpty();
            assertThat(Docker.volumes(engine)).isEqualTo(volumes);
            engine.close();
        }
    }

    @Test
    void prometheus_scrapes_every_arm_once_a_second_with_native_histograms() throws Exception {
        List<StackSetup.ScrapeTarget> targets = List.of(
                new StackSetup.ScrapeTarget("baseline", 8080, "/metrics", "shop", "baseline"),
                new StackSetup.ScrapeTarget("candidate", 8080, "/metrics", "shop", "candidate"));
        try (ObservabilityStack stack = ObservabilityStack.start(engine, setup(targets, StackSetup.Pyroscope.OFF));
                ContainerTarget baseline = ContainerTarget.start(engine, sample(stack, "baseline"));
                ContainerTarget candidate = ContainerTarget.start(engine, sample(stack, "candidate"))) {
            stack.awaitReady();
            baseline.awaitReady();
            candidate.awaitReady();
            for (int i = 0; i < 5; i++) {
                Docker.get(URI.create(candidate.baseUrl() + "/health"));
            }
            URI prometheus = stack.prometheus();

            awaitAnswer(prometheus, "count(up{service=\"shop\"} == 1)", "\"2\"");
            awaitAnswer(prometheus, "count_over_time(up{arm=\"candidate\"}[10s]) >= bool 7", "\"1\"");
            // Only a native histogram has a count without the suffix.
            awaitAnswer(
                    prometheus, "sum(histogram_count({__name__=~\".+_seconds\",arm=\"candidate\"})) > bool 0", "\"1\"");
            stack.checkAlive();
            assertThat(stack.pyroscope()).isEmpty();
            assertThat(stack.warnings()).isEmpty();
            assertThat(stack.context().get("prometheus.version")).matches("\\d+\\.\\d+.*");
        }
    }

    @Test
    void pyroscope_takes_pushes() throws Exception {
        Images images = images(pyroscopeDouble());
        StackSetup setup = setup(List.of(), StackSetup.Pyroscope.NEEDED, images);
        try (ObservabilityStack stack = ObservabilityStack.start(engine, setup)) {
            stack.awaitReady();
            URI pyroscope = stack.pyroscope().orElseThrow();
            HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(pyroscope.resolve("/ingest"))
                                    .POST(HttpRequest.BodyPublishers.ofString("12345"))
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            assertThat(Docker.get(pyroscope.resolve("/taken"))).isEqualTo("5");
            assertThat(stack.context()).containsKey("pyroscope.image");
        }
    }

    @Test
    void a_pyroscope_that_is_only_wanted_may_be_missing() throws Exception {
        Images images = images("127.0.0.1:" + FreePort.find() + "/none:1");
        try (ObservabilityStack stack =
                ObservabilityStack.start(engine, setup(List.of(), StackSetup.Pyroscope.WANTED, images))) {
            stack.awaitReady();
            stack.awaitReady();
            assertThat(stack.pyroscope()).isEmpty();
            assertThat(stack.warnings())
                    .as("told once, however often it is awaited")
                    .hasSize(1);
            assertThat(stack.warnings().get(0).id()).isEqualTo("pyroscope-missing");
            assertThat(Docker.get(stack.prometheus().resolve("/-/ready"))).contains("Ready");
        }
        try (ObservabilityStack stack =
                ObservabilityStack.start(engine, setup(List.of(), StackSetup.Pyroscope.NEEDED, images))) {
            assertThatThrownBy(stack::awaitReady)
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("/none:1");
        }
    }

    @Test
    void a_server_that_dies_is_noticed() throws Exception {
        try (ObservabilityStack stack = ObservabilityStack.start(engine, setup(List.of(), StackSetup.Pyroscope.OFF))) {
            stack.awaitReady();
            stack.checkAlive();
            engine.client()
                    .listContainersCmd()
                    .withLabelFilter(Map.of(Owner.LABEL, Owner.current().text(), Owner.ROLE, "prometheus"))
                    .exec()
                    .forEach(container ->
                            engine.client().killContainerCmd(container.getId()).exec());
            assertThatThrownBy(() -> Await.until("its failure", () -> {
                        stack.checkAlive();
                        return false;
                    }))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("the prometheus")
                    .hasMessageContaining("it was killed");
        }
    }

    @Test
    void one_that_is_closed_while_it_starts_leaves_nothing() {
        ObservabilityStack.start(engine, setup(List.of(), StackSetup.Pyroscope.OFF))
                .close();
    }

    /** Asks until the answer contains a text; the test's time limit ends it. */
    private static void awaitAnswer(URI prometheus, String query, String wanted) throws Exception {
        URI uri = prometheus.resolve("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        Await.until("an answer with " + wanted, () -> Docker.get(uri).contains(wanted));
    }

    private String pyroscopeDouble() throws Exception {
        return Docker.image(engine, folder, PyroscopeDouble.class, "");
    }

    private static Images images(String pyroscope) {
        return new Images(
                Map.of(
                        Images.Image.JRE, Docker.images().name(Images.Image.JRE),
                        Images.Image.PROMETHEUS, Docker.images().name(Images.Image.PROMETHEUS),
                        Images.Image.PYROSCOPE, pyroscope),
                "");
    }

    private StackSetup setup(List<StackSetup.ScrapeTarget> targets, StackSetup.Pyroscope pyroscope) {
        return setup(targets, pyroscope, Docker.images());
    }

    private StackSetup setup(List<StackSetup.ScrapeTarget> targets, StackSetup.Pyroscope pyroscope, Images images) {
        return new StackSetup(
                targets,
                pyroscope,
                ContainerLimits.NONE,
                folder.resolve("logs"),
                images,
                new ImagePull.Limits(Duration.ofSeconds(5), Duration.ofSeconds(20)),
                told -> {});
    }

    private TargetSetup sample(ObservabilityStack stack, String alias) throws Exception {
        TargetSpec spec = new TargetSpec(
                new TargetSpec.Subject.Jar(SAMPLE.toAbsolutePath().normalize().toString()),
                TargetSpec.Runtime.CONTAINER,
                null,
                null,
                List.of("-Xmx128m"),
                List.of(),
                Map.of(),
                8080,
                new TargetSpec.Ready("/health", Duration.ofSeconds(120), null),
                null,
                TargetSpec.Limits.NONE,
                KubernetesSpec.USUAL);
        TargetSetup setup = Docker.setup(folder, spec, engine);
        return new TargetSetup(
                spec,
                folder,
                setup.agents(),
                setup.files(),
                setup.startLimits(),
                setup.limits(),
                stack.network(),
                alias,
                setup.hostPort(),
                folder.resolve(alias + ".log"),
                setup.images(),
                setup.pull(),
                setup.progress());
    }
}
