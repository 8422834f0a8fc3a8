package dev.flamegate.containers.engine;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.ContainerCounters;
import dev.flamegate.targets.HttpReady;
import dev.flamegate.targets.Target;
import dev.flamegate.targets.TargetFailed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The target in a container: an image, or a jar in a Java base image. */
public final class ContainerTarget implements Target {
    private final Engine engine;
    private final TargetSetup setup;
    private final RunningContainer container;
    private final @Nullable ContainerNetwork ownNetwork;
    private final String image;
    private final long startNanos;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ContainerTarget(
            Engine engine,
            TargetSetup setup,
            RunningContainer container,
            @Nullable ContainerNetwork ownNetwork,
            String image,
            long startNanos) {
        this.engine = engine;
        this.setup = setup;
        this.container = container;
        this.ownNetwork = ownNetwork;
        this.image = image;
        this.startNanos = startNanos;
    }

    /**
     * Starts the target, which need not be ready when this returns. A missing image is fetched first.
     *
     * @throws TargetFailed when its port is taken, or there is no image, or the engine refuses; nothing is left then
     */
    public static ContainerTarget start(Engine engine, TargetSetup setup) throws InterruptedException {
        TargetSetup.Command command = setup.command(engine);
        ContainerNetwork shared = setup.network();
        ContainerNetwork network = shared == null ? ContainerNetwork.create(engine) : shared;
        try {
            ContainerSpec spec = new ContainerSpec(
                    "target",
                    command.image(),
                    command.entrypoint(),
                    command.command(),
                    command.environment(),
                    command.files(),
                    network,
                    setup.alias(),
                    setup.spec().port(),
                    setup.hostPort(),
                    setup.startLimits());
            long start = System.nanoTime();
            RunningContainer container = RunningContainer.start(engine, spec, setup.log());
            return new ContainerTarget(
                    engine, setup, container, shared == null ? network : null, command.image(), start);
        } catch (RuntimeException e) {
            if (shared == null) {
                network.close();
            }
            throw e;
        }
    }

    /** The address at which a target that is published at a port will answer; known before the target is started. */
    public static URI baseUrl(Engine engine, int hostPort) {
        return URI.create("http://" + engine.publishedHost() + ":" + hostPort);
    }

    @Override
    public URI baseUrl() {
        return baseUrl(engine, setup.hostPort());
    }

    /** Always 1: the first process in the container is the jar's JVM, or whatever the image starts. */
    @Override
    public long pid() {
        return 1;
    }

    @Override
    public double awaitReady() throws InterruptedException {
        TargetSpec.Ready ready = setup.spec().ready();
        HttpReady.started(
                        "the target",
                        baseUrl().resolve(ready.path()),
                        "Check target: ready: path, port and within. In a container it must listen on every address,"
                                + " not on loopback alone.",
                        log())
                .await(startNanos, ready.within(), this::checkAlive);
        if (!setup.startLimits().equals(setup.limits())) {
            return Double.NaN;
        }
        return engine.isHere()
                ? Duration.between(container.startedAt(), Instant.now()).toNanos() / 1e9
                : (System.nanoTime() - startNanos) / 1e9;
    }

    /** Applies the target's limits, if it started without them. */
    public void limit() {
        if (!setup.startLimits().equals(setup.limits())) {
            container.limit(setup.limits());
        }
    }

    @Override
    public void checkAlive() {
        container.checkAlive();
    }

    @Override
    public Path log() {
        return container.log();
    }

    RunningContainer container() {
        return container;
    }

    /** The target's counters, read in the quickest way available. */
    public ContainerCounters counters() {
        return EngineStatistics.of(engine, container);
    }

    /** Entries of a run's context: the image by name and content, and the limits as the engine keeps them. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("container.image", image);
        context.put("container.image.id", String.valueOf(container.started().getImageId()));
        context.putAll(ContainerLimits.inForce(container.started()).context());
        return context;
    }

    /** Kills and removes the container, and its network if no other container uses it. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            container.close();
            if (ownNetwork != null) {
                ownNetwork.close();
            }
        }
    }
}
