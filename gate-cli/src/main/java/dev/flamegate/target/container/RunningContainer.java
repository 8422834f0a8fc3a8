package dev.flamegate.target.container;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.WaitResponse;
import dev.flamegate.target.TargetFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/** A container from its creation until it is removed; its end is told by the engine, not asked for. */
final class RunningContainer implements AutoCloseable {
    private static final Duration COPY_WITHIN = Duration.ofMinutes(2);
    private static final Map<String, String> LOG_BOUNDS = Map.of("max-size", "64m", "max-file", "2");

    private final Engine engine;
    private final ContainerSpec spec;
    private final String id;
    private final Path log;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final LogFollower logs;
    private final ResultCallback.Adapter<WaitResponse> exit = new ResultCallback.Adapter<>() {
        @Override
        public void onNext(WaitResponse response) {
            ended = true;
        }

        @Override
        public void onError(Throwable failure) {
            ended = true; // or the engine has: which of both, an inspection says
        }

        @Override
        public void onComplete() {
            ended = true;
        }
    };
    private volatile boolean ended;
    private InspectContainerResponse started;

    private RunningContainer(Engine engine, ContainerSpec spec, String id, Path log) throws IOException {
        this.engine = engine;
        this.spec = spec;
        this.id = id;
        this.log = log;
        logs = new LogFollower(log);
        if (!spec.files().isEmpty()) {
            send(spec.files());
        }
        engine.ask(
                "start a container", () -> engine.client().startContainerCmd(id).exec());
        engine.client()
                .logContainerCmd(id)
                .withStdOut(true)
                .withStdErr(true)
                .withFollowStream(true)
                .exec(logs);
        started = inspect();
        engine.client().waitContainerCmd(id).exec(exit);
    }

    /**
     * Makes and starts one; it need not be ready when this returns.
     *
     * @param log file for its output, replaced
     * @throws TargetFailed when the engine refuses; nothing is left then
     */
    static RunningContainer start(Engine engine, ContainerSpec spec, Path log) {
        String id = "";
        try {
            id = engine.ask(
                    "create a container", () -> create(engine, spec).exec().getId());
            return new RunningContainer(engine, spec, id, log);
        } catch (DockerException e) {
            remove(engine, id);
            throw refused(spec, e);
        } catch (IOException e) {
            remove(engine, id);
            throw new TargetFailed(
                    "files cannot be copied into the " + spec.role() + "'s container: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            remove(engine, id);
            throw e;
        }
    }

    private static CreateContainerCmd create(Engine engine, ContainerSpec spec) {
        ExposedPort port = ExposedPort.tcp(spec.port());
        String address = engine.reach().publishAddress();
        Ports.Binding at = spec.hostPort() == 0
                ? Ports.Binding.bindIp(address)
                : Ports.Binding.bindIpAndPort(address, spec.hostPort());
        HostConfig host = HostConfig.newHostConfig()
                .withNetworkMode(spec.network().id())
                .withPortBindings(new PortBinding(at, port))
                .withLogConfig(new LogConfig(LogConfig.LoggingType.JSON_FILE, LOG_BOUNDS));
        applyLimits(host, spec.limits());
        CreateContainerCmd create = engine.client()
                .createContainerCmd(spec.image())
                .withName("flamegate-" + spec.role() + "-"
                        + UUID.randomUUID().toString().substring(0, 8))
                .withHostConfig(host)
                .withAliases(spec.alias())
                .withExposedPorts(port)
                .withLabels(Owner.current().labels(spec.role()))
                .withEnv(spec.environment().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList());
        if (spec.entrypoint() != null) {
            create.withEntrypoint(spec.entrypoint());
        }
        return spec.command() == null ? create : create.withCmd(spec.command());
    }

    private static void applyLimits(HostConfig host, ContainerLimits limits) {
        if (limits.cpuset() != null) {
            host.withCpusetCpus(limits.cpuset());
        }
        if (limits.quota() != null) {
            host.withNanoCPUs(Math.round(limits.quota() * 1e9));
        }
        if (limits.memoryBytes() != null) {
            host.withMemory(limits.memoryBytes()).withMemorySwap(limits.memoryBytes());
        }
    }

    private static TargetFailed refused(ContainerSpec spec, DockerException e) {
        String message = String.valueOf(e.getMessage()).strip();
        if (message.contains("already allocated") || message.contains("address already in use")) {
            return new TargetFailed(
                    "port " + spec.hostPort() + " is taken: another process or container listens on it (" + message
                            + ").\nEnd it, or give the target another port with target: port.",
                    e);
        }
        return new TargetFailed(
                "the Docker engine cannot start the " + spec.role() + " from the image " + spec.image() + ": "
                        + message,
                e);
    }

    /** Through a file: the size must be known, and the jar may be larger than the gate's memory. */
    private void send(ContainerFiles files) throws IOException {
        Path tar = Files.createTempFile("flamegate-", ".tar");
        try {
            try (OutputStream out = Files.newOutputStream(tar)) {
                files.writeTar(out);
            }
            TimeBox.call("take files for a container", COPY_WITHIN, () -> {
                try (InputStream in = Files.newInputStream(tar)) {
                    return engine.client()
                            .copyArchiveToContainerCmd(id)
                            .withTarInputStream(in)
                            .withRemotePath("/")
                            .exec();
                }
            });
        } finally {
            Files.deleteIfExists(tar);
        }
    }

    /**
     * Copies files into it while it runs.
     *
     * @throws TargetFailed when they cannot be
     */
    void copy(ContainerFiles files) {
        try {
            send(files);
        } catch (IOException e) {
            throw new TargetFailed("files cannot be copied into the " + spec.role() + "'s container: " + e, e);
        }
    }

    String id() {
        return id;
    }

    Path log() {
        return log;
    }

    /** The engine's own view of it now. */
    InspectContainerResponse inspect() {
        return engine.ask(
                "inspect a container",
                () -> engine.client().inspectContainerCmd(id).exec());
    }

    /** The engine's view of it right after the start. */
    InspectContainerResponse started() {
        return started;
    }

    /** When its process started, by the engine's clock. */
    Instant startedAt() {
        return Instant.parse(String.valueOf(started.getState().getStartedAt()));
    }

    /** Where its port is published. */
    URI url() {
        Ports.Binding[] bindings =
                started.getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(spec.port()));
        String port = bindings == null || bindings.length == 0
                ? String.valueOf(spec.hostPort())
                : bindings[0].getHostPortSpec();
        return URI.create("http://" + engine.publishedHost() + ":" + port);
    }

    /**
     * Checks that it still runs; costs nothing as long as it does.
     *
     * @throws TargetFailed with its exit code, the end of its log, and whether it ran out of memory
     */
    void checkAlive() {
        if (!ended && !closed.get()) {
            return;
        }
        if (!closed.get()) {
            logs.awaitEnd();
        }
        throw new TargetFailed(ContainerEnd.describe(this, spec));
    }

    /** Kills and removes it with its volumes; what cannot be removed now is left to the next gate's {@link Sweep}. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            remove(engine, id);
            logs.awaitEnd();
            logs.finish();
            try {
                exit.close();
            } catch (IOException e) {
                // The wait ends with the container.
            }
        }
    }

    /** Removes a container, whether it runs or not. */
    static boolean remove(Engine engine, String id) {
        if (id.isEmpty()) {
            return false;
        }
        try {
            engine.ask(
                    "remove a container",
                    () -> engine.client()
                            .removeContainerCmd(id)
                            .withForce(true)
                            .withRemoveVolumes(true)
                            .exec());
            return true;
        } catch (NotFoundException e) {
            return false;
        } catch (RuntimeException e) {
            return false; // the engine is gone, or removes it already
        }
    }
}
