package dev.flamegate.containers.engine;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.command.UpdateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import com.github.dockerjava.api.model.WaitResponse;
import dev.flamegate.format.Numbers;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.targets.LogTail;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A container from its creation until it is removed; the engine reports its end. */
public final class RunningContainer implements AutoCloseable {
    private static final long KILLED = 137;
    private static final Duration COPY_WITHIN = Duration.ofMinutes(2);

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
            ended = true; // or the engine has: an inspection shows which
        }

        @Override
        public void onComplete() {
            ended = true;
        }
    };
    private volatile boolean ended;
    private @Nullable InspectContainerResponse started;

    private RunningContainer(Engine engine, ContainerSpec spec, String id, Path log, LogFollower logs) {
        this.engine = engine;
        this.spec = spec;
        this.id = id;
        this.log = log;
        this.logs = logs;
    }

    /**
     * Creates and starts a container, which need not be ready when this returns.
     *
     * @param log file for its output, replaced
     * @throws TargetFailed when the engine refuses; nothing is left then
     */
    public static RunningContainer start(Engine engine, ContainerSpec spec, Path log) {
        RunningContainer container = null;
        try {
            LogFollower logs = new LogFollower(log);
            container = engine.made()
                    .start(
                            () -> new RunningContainer(engine, spec, create(engine, spec), log, logs),
                            RunningContainer::close);
            container.launch();
            return container;
        } catch (IOException | RuntimeException e) {
            if (container != null) {
                container.close();
            }
            throw spec.failure(e);
        }
    }

    private static String create(Engine engine, ContainerSpec spec) {
        return engine.ask(
                "create a container", () -> spec.creation(engine).exec().getId());
    }

    private void launch() throws IOException {
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

    /** Sends the archive through a file: the size must be known, and the jar may be larger than the gate's memory. */
    private void send(ContainerFiles files) throws IOException {
        Path tar = Files.createTempFile(OwnFolders.temporary(), "files-", ".tar");
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
     * Copies files into the running container.
     *
     * @throws TargetFailed when they cannot be
     */
    public void copy(ContainerFiles files) {
        try {
            send(files);
        } catch (IOException e) {
            throw new TargetFailed("files cannot be copied into the " + spec.role() + "'s container: " + e, e);
        }
    }

    String id() {
        return id;
    }

    public Path log() {
        return log;
    }

    /** The engine's current view of the container. */
    InspectContainerResponse inspect() {
        return engine.ask(
                "inspect a container",
                () -> engine.client().inspectContainerCmd(id).exec());
    }

    /** Changes the CPUs that the running container may use. */
    void limit(ContainerLimits limits) {
        engine.ask("limit a container", () -> {
            UpdateContainerCmd update = engine.client().updateContainerCmd(id);
            if (limits.cpuset() != null) {
                update.withCpusetCpus(limits.cpuset());
            }
            if (limits.quota() != null) {
                update.withNanoCPUs(limits.nanoCpus());
            }
            return update.exec();
        });
        started = inspect();
    }

    /** The engine's view of the container right after its start, or after its limits were changed. */
    InspectContainerResponse started() {
        return Objects.requireNonNull(started, "not started");
    }

    /** The start of the container's process, by the engine's clock. */
    Instant startedAt() {
        return Instant.parse(String.valueOf(started().getState().getStartedAt()));
    }

    /** The address at which the container's port is published. */
    public URI url() {
        Ports.Binding[] bindings =
                started().getNetworkSettings().getPorts().getBindings().get(ExposedPort.tcp(spec.port()));
        String port = bindings == null || bindings.length == 0
                ? String.valueOf(spec.hostPort())
                : bindings[0].getHostPortSpec();
        return URI.create("http://" + engine.publishedHost() + ":" + port);
    }

    /**
     * Checks that the container still runs; costs nothing as long as it does.
     *
     * @throws TargetFailed with its exit code, the end of its log, and whether it ran out of memory
     */
    public void checkAlive() {
        if (!ended && !closed.get()) {
            return;
        }
        if (!closed.get()) {
            logs.awaitEnd();
        }
        throw new TargetFailed(end());
    }

    /** Describes how the container ended, with the end of its log. */
    private String end() {
        String tail = "\n" + LogTail.of(log);
        String who = "the " + spec.role() + " (image " + spec.image() + ") ";
        ContainerState state;
        try {
            state = inspect().getState();
        } catch (NotFoundException e) {
            return who + "is gone: its container has been removed." + tail;
        } catch (TargetFailed e) {
            return who + "cannot be watched any more: " + e.getMessage() + tail;
        } catch (RuntimeException e) {
            return who + "cannot be watched any more: the Docker engine answers " + e.getMessage() + tail;
        }
        if (Boolean.TRUE.equals(state.getRunning())) {
            return who + "runs, but the Docker engine has stopped reporting on it: was it restarted?" + tail;
        }
        return who + ending(state) + tail;
    }

    private String ending(ContainerState state) {
        long code = state.getExitCodeLong() == null ? -1 : state.getExitCodeLong();
        String ended = "ended with exit code " + code + " after " + Numbers.duration(seconds(state));
        if (Boolean.TRUE.equals(state.getOOMKilled())) {
            Long limit = spec.limits().memoryBytes();
            return ended + ": it was killed for using more memory than "
                    + (limit == null ? "there is" : "its limit of " + (limit >> 20) + " MiB")
                    + ". Raise limits: memory, or lower -Xmx: heap is about two thirds of what a JVM needs.";
        }
        return code == KILLED ? ended + ": it was killed." : ended + ".";
    }

    private static double seconds(ContainerState state) {
        try {
            Instant start = Instant.parse(String.valueOf(state.getStartedAt()));
            Instant end = Instant.parse(String.valueOf(state.getFinishedAt()));
            return Math.max(0, Duration.between(start, end).toMillis() / 1e3);
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    /** Kills and removes the container with its volumes, or leaves it to the next gate's {@link Sweep}. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            remove(engine, id);
            logs.awaitEnd();
            logs.finish();
            try {
                exit.close();
            } catch (IOException e) {
                // Waiting ends with the container.
            }
            engine.made().release(this);
        }
    }

    /** Removes a container, running or not. */
    public static boolean remove(Engine engine, String id) {
        if (id.isEmpty()) {
            return false;
        }
        try {
            engine.askRemoval(
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
