package dev.flamegate.containers.servers;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.containers.engine.ContainerFiles;
import dev.flamegate.containers.engine.ContainerNetwork;
import dev.flamegate.containers.engine.ContainerSpec;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.RunningContainer;
import dev.flamegate.containers.engine.TargetSetup;
import dev.flamegate.targets.HttpReady;
import dev.flamegate.targets.TargetFailed;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Prometheus server in a container, set up to scrape its targets. */
final class PrometheusContainer implements AutoCloseable {
    private static final int PORT = 9090;
    private static final String CONFIG = TargetSetup.FOLDER + "prometheus.yml";
    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);
    private static final int MOST_ANSWER = 1 << 20;
    private static final Pattern VERSION = Pattern.compile("\"version\"\\s*:\\s*\"([^\"]{0,100})\"");

    private final RunningContainer container;
    private final String image;
    private String version = "";

    private PrometheusContainer(RunningContainer container, String image) {
        this.container = container;
        this.image = image;
    }

    /** Starts a server and waits until it is ready; leaves nothing when it fails. */
    static PrometheusContainer start(Engine engine, StackSetup setup, ContainerNetwork network)
            throws InterruptedException {
        String image = setup.images().name(Images.Image.PROMETHEUS);
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
                new ContainerFiles().text(CONFIG, Config.empty()),
                network,
                "prometheus",
                PORT,
                0,
                setup.limits());
        PrometheusContainer server = new PrometheusContainer(
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
        HttpReady.started(
                        "Prometheus",
                        url().resolve("/-/ready"),
                        "Another image of it is named in the plan under images: or by "
                                + Images.Image.PROMETHEUS.variable() + ".",
                        container.log())
                .await(System.nanoTime(), READY_WITHIN, container::checkAlive);
    }

    /** Configures the scrapes, by the server's version, which the running server knows best. */
    private void configure(List<StackSetup.ScrapeTarget> targets) throws InterruptedException {
        ApiClient api = new ApiClient(
                ServerAddress.of(url()),
                "Prometheus",
                "Is the image one of Prometheus?",
                new ApiLimits(ANSWER_WITHIN, 1, MOST_ANSWER));
        try {
            Matcher answer = VERSION.matcher(
                    api.get("/api/v1/status/buildinfo", Form.EMPTY).orFail().text());
            version = answer.find() ? answer.group(1) : "";
            container.copy(new ContainerFiles().text(CONFIG, Config.of(targets, version)));
            api.postForm("/-/reload", Form.EMPTY).orFail();
        } catch (CollectionFailed e) {
            throw new TargetFailed(String.valueOf(e.getMessage()), e);
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

    /** Prometheus' configuration, as far as the version that reads it understands. */
    static final class Config {
        private Config() {}

        /** A configuration without targets, which every version reads. */
        static String empty() {
            return "global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\n";
        }

        /**
         * The configuration for the targets. Classic buckets are kept next to native histograms where the version can,
         * so that rules may use either.
         *
         * @param version such as {@code 3.13.2}
         */
        static String of(List<StackSetup.ScrapeTarget> targets, String version) {
            StringBuilder yaml = new StringBuilder(empty());
            yaml.append("scrape_configs:\n  - job_name: flamegate\n");
            if (isAtLeast(version, 3, 8)) {
                yaml.append("    scrape_native_histograms: true\n");
            }
            if (isAtLeast(version, 3, 0)) {
                yaml.append("    always_scrape_classic_histograms: true\n");
            } else if (isAtLeast(version, 2, 45)) {
                yaml.append("    scrape_classic_histograms: true\n");
            }
            yaml.append("    static_configs:\n");
            for (StackSetup.ScrapeTarget target : targets) {
                yaml.append("      - targets: [").append(quoted(target.alias() + ":" + target.port()));
                yaml.append("]\n        labels:\n");
                label(yaml, "__metrics_path__", target.path());
                label(yaml, "service", target.service());
                label(yaml, "arm", target.arm());
            }
            return targets.isEmpty() ? empty() : yaml.toString();
        }

        private static void label(StringBuilder yaml, String name, String value) {
            yaml.append("          ")
                    .append(name)
                    .append(": ")
                    .append(quoted(value))
                    .append('\n');
        }

        private static String quoted(String text) {
            return "'" + text.replace("'", "''") + "'";
        }

        private static boolean isAtLeast(String version, int major, int minor) {
            String[] parts = version.split("\\D+", -1);
            if (parts.length < 2 || !parts[0].matches("\\d{1,6}") || !parts[1].matches("\\d{1,6}")) {
                return false;
            }
            int found = Integer.parseInt(parts[0]);
            return found > major || (found == major && Integer.parseInt(parts[1]) >= minor);
        }
    }
}
