package dev.flamegate.containers.servers;

import dev.flamegate.containers.engine.ContainerNetwork;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.TimeBox;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Prometheus and a Pyroscope server next to the targets, in a network that targets join. Both start in the background:
 * start the targets meanwhile, then await.
 */
public final class ObservabilityStack implements AutoCloseable {
    private static final long STOP_WITHIN_SECONDS = 30;

    private final StackSetup setup;
    private final ContainerNetwork network;
    private final ExecutorService starting = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "flamegate-stack");
        thread.setDaemon(true);
        return thread;
    });
    private final Future<PrometheusContainer> prometheus;
    private final @Nullable Future<PyroscopeContainer> pyroscope;
    private volatile @Nullable Warning pyroscopeMissing;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ObservabilityStack(Engine engine, StackSetup setup, ContainerNetwork network) {
        this.setup = setup;
        this.network = network;
        prometheus = starting.submit(() -> PrometheusContainer.start(engine, setup, network));
        pyroscope = setup.pyroscope() == StackSetup.Pyroscope.OFF
                ? null
                : starting.submit(() -> PyroscopeContainer.start(engine, setup, network));
        starting.shutdown();
    }

    /**
     * Starts both servers in the background.
     *
     * @throws TargetFailed when the engine makes no network
     */
    public static ObservabilityStack start(Engine engine, StackSetup setup) {
        try {
            Files.createDirectories(setup.logs());
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be made: " + setup.logs(), e);
        }
        return new ObservabilityStack(engine, setup, ContainerNetwork.create(engine));
    }

    /** The network that targets join for the servers to find them. */
    public ContainerNetwork network() {
        return network;
    }

    /**
     * Waits until both servers answer.
     *
     * @throws TargetFailed when one cannot be started; a missing Pyroscope that is optional is only a warning
     */
    public void awaitReady() throws InterruptedException {
        Started.of(prometheus);
        if (pyroscope == null) {
            return;
        }
        try {
            Started.of(pyroscope);
        } catch (TargetFailed e) {
            if (setup.pyroscope() == StackSetup.Pyroscope.NEEDED) {
                throw e;
            }
            // Every start of a target waits for it; one warning is enough.
            pyroscopeMissing = new Warning(
                    ProfileNotice.PYROSCOPE_MISSING,
                    "No Pyroscope server runs next to the target; only the gate keeps profiles. " + e.getMessage());
        }
    }

    /**
     * The address at which Prometheus answers.
     *
     * @throws TargetFailed before it is ready
     */
    public URI prometheus() {
        return Started.now(prometheus)
                .map(PrometheusContainer::url)
                .orElseThrow(() -> new TargetFailed("Prometheus is not ready yet"));
    }

    /** The address of Pyroscope; empty without one. */
    public Optional<URI> pyroscope() {
        return pyroscope == null ? Optional.empty() : Started.now(pyroscope).map(PyroscopeContainer::url);
    }

    /** Warnings about wanted servers that could not be started. */
    public List<Warning> warnings() {
        return Stream.ofNullable(pyroscopeMissing).toList();
    }

    /** Images and versions of the servers, for a run's context. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        Started.now(prometheus).ifPresent(server -> context.putAll(server.context()));
        if (pyroscope != null) {
            Started.now(pyroscope).ifPresent(server -> context.putAll(server.context()));
        }
        return context;
    }

    /**
     * Checks that both servers still run; costs nothing as long as they do.
     *
     * @throws TargetFailed when one has ended
     */
    public void checkAlive() {
        Started.now(prometheus).ifPresent(PrometheusContainer::checkAlive);
        if (pyroscope != null) {
            Started.now(pyroscope).ifPresent(PyroscopeContainer::checkAlive);
        }
    }

    /** Kills and removes the servers in parallel, and then their network: targets must be closed before. */
    @Override
    public void close() {
        if (closed.getAndSet(true)) {
            return;
        }
        starting.shutdownNow();
        TimeBox.call("stop the servers", Duration.ofSeconds(STOP_WITHIN_SECONDS), () -> {
            starting.awaitTermination(STOP_WITHIN_SECONDS, TimeUnit.SECONDS);
            return true;
        });
        List<AutoCloseable> servers = new ArrayList<>();
        Started.now(prometheus).ifPresent(servers::add);
        if (pyroscope != null) {
            Started.now(pyroscope).ifPresent(servers::add);
        }
        Started.closeAll(servers);
        network.close();
    }

    /** Servers that are being started in the background. */
    private static final class Started {
        private static final Duration CLOSE_WITHIN = Duration.ofSeconds(30);

        private Started() {}

        /**
         * Waits for a server.
         *
         * @throws TargetFailed when it could not be started
         */
        static <T> T of(Future<T> server) throws InterruptedException {
            try {
                return server.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw new TargetFailed("a server next to the target cannot be started: " + e.getCause(), e);
            }
        }

        /** A server that is ready; empty when it is not or could not be started. */
        static <T> Optional<T> now(Future<T> server) {
            if (!server.isDone()) {
                return Optional.empty();
            }
            boolean interrupted = Thread.interrupted();
            try {
                return Optional.of(server.get());
            } catch (InterruptedException | ExecutionException | CancellationException e) {
                return Optional.empty();
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        static void closeAll(List<? extends AutoCloseable> servers) {
            servers.parallelStream()
                    .forEach(server -> TimeBox.call("remove a server", CLOSE_WITHIN, () -> {
                        server.close();
                        return true;
                    }));
        }
    }
}
