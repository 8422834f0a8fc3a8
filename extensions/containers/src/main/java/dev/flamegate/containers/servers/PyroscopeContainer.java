package dev.flamegate.containers.servers;

import dev.flamegate.containers.engine.ContainerFiles;
import dev.flamegate.containers.engine.ContainerNetwork;
import dev.flamegate.containers.engine.ContainerSpec;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.RunningContainer;
import dev.flamegate.targets.HttpReady;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

final class PyroscopeContainer implements AutoCloseable {
    private static final int PORT = 4040;
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    private final RunningContainer container;
    private final String image;

    private PyroscopeContainer(RunningContainer container, String image) {
        this.container = container;
        this.image = image;
    }

    /** Starts a server and waits until it is ready; leaves nothing when it fails. */
    static PyroscopeContainer start(Engine engine, StackSetup setup, ContainerNetwork network)
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
        PyroscopeContainer server = new PyroscopeContainer(
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
