package dev.flamegate.targets.container;

import dev.flamegate.targets.HttpReady;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Pyroscope server in a container. */
final class PyroscopeServer implements AutoCloseable {
    private static final int PORT = 4040;
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    private final RunningContainer container;
    private final String image;

    private PyroscopeServer(RunningContainer container, String image) {
        this.container = container;
        this.image = image;
    }

    /** Starts one and waits until it is ready; nothing is left when it fails. */
    static PyroscopeServer start(Engine engine, StackSetup setup, ContainerNetwork network)
            throws InterruptedException {
        String image = setup.images().name(Images.Image.PYROSCOPE);
        engine.need(image, setup.pull(), setup.progress());
        ContainerSpec spec = new ContainerSpec(
                "pyroscope",
                image,
                null,
                // Without the durations, it waits half a minute before it calls itself ready, for the sake of clusters.
                List.of(
                        "-config.file=/etc/pyroscope/config.yaml",
                        "-self-profiling.disable-push=true",
                        "-usage-stats.enabled=false",
                        "-ingester.min-ready-duration=0",
                        "-metastore.min-ready-duration=0",
                        "-segment-writer.min-ready-duration=0",
                        "-server.http-listen-port=" + PORT,
                        "-log.level=warn"),
                Map.of(),
                new ContainerFiles(),
                network,
                "pyroscope",
                PORT,
                0,
                setup.limits());
        PyroscopeServer server = new PyroscopeServer(
                RunningContainer.start(engine, spec, setup.logs().resolve("pyroscope.log")), image);
        try {
            HttpReady.started(
                            "Pyroscope",
                            server.url().resolve("/ready"),
                            "Another image of it is named in the plan under images: or by "
                                    + Images.Image.PYROSCOPE.variable() + "; it can be left out of the plan.",
                            server.container.log())
                    .await(System.nanoTime(), READY_WITHIN, server.container::checkAlive);
            return server;
        } catch (RuntimeException | InterruptedException e) {
            server.close();
            throw e;
        }
    }

    URI url() {
        return container.url();
    }

    void checkAlive() {
        container.checkAlive();
    }

    Map<String, String> context() {
        return Map.of("pyroscope.image", image);
    }

    @Override
    public void close() {
        container.close();
    }
}
