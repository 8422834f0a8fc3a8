package dev.flamegate.containers.engine;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.Frame;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.targets.Beside;
import dev.flamegate.targets.ContainerCounters;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A container next to the target, whose port is published on this machine. Closing it removes it. */
public final class BesideContainer extends Beside {
    private static final int FIRST_WORD_MILLIS = 200;

    private final Engine engine;
    private final RunningContainer container;
    private final ContainerCounters counters;
    private final String inside;
    private volatile double seen;

    private BesideContainer(
            Engine engine, BesideSpec spec, Place place, RunningContainer container, String inside, long startedNanos) {
        super(
                spec,
                String.valueOf(container.url().getHost()),
                container.url().getPort(),
                place.cpus(),
                place.log(),
                startedNanos);
        this.engine = engine;
        this.container = container;
        this.counters = EngineStatistics.of(engine, container);
        this.inside = inside;
    }

    /**
     * The place and the limits of a container.
     *
     * @param folder that the plan's paths are relative to
     * @param log file for its output, replaced
     * @param network in which it finds the others, and they find it
     * @param alias its name there
     * @param limits what the engine keeps it to
     * @param cpus CPUs it may use, above 0
     */
    public record Place(
            Path folder, Path log, ContainerNetwork network, String alias, ContainerLimits limits, double cpus) {}

    /**
     * Starts the container with a copy of its data; the container need not be ready when this returns.
     *
     * @param spec of an image, every placeholder filled in
     * @param image its name, in the engine's store
     * @throws TargetFailed when the engine refuses, or there is no such data; nothing is left then
     */
    public static BesideContainer start(Engine engine, BesideSpec spec, String image, Place place) {
        BesideSpec.Container at = Objects.requireNonNull(spec.container(), "it runs in a container");
        ContainerSpec wanted = new ContainerSpec(
                "beside-" + spec.name(),
                image,
                null,
                spec.arguments().isEmpty() ? null : spec.arguments(),
                spec.environment(),
                files(place.folder(), spec.data(), at.dataAt()),
                place.network(),
                place.alias(),
                at.port(),
                0,
                place.limits());
        long started = System.nanoTime();
        RunningContainer container = RunningContainer.start(engine, wanted, place.log());
        try {
            return new BesideContainer(engine, spec, place, container, place.alias() + ":" + at.port(), started);
        } catch (RuntimeException e) {
            container.close();
            throw e;
        }
    }

    /** The files of the data under their places in the container. */
    private static ContainerFiles files(Path folder, @Nullable String data, @Nullable String at) {
        ContainerFiles files = new ContainerFiles();
        if (data == null || at == null) {
            return files;
        }
        Path from = folder.resolve(data);
        if (!Files.exists(from)) {
            throw new TargetFailed("there is no " + from + " to copy for each start: correct beside: data: " + data);
        }
        String root = at.endsWith("/") ? at : at + "/";
        try (Stream<Path> all = Files.walk(from)) {
            for (Path file : all.sorted().toList()) {
                String path = root + (file.equals(from) ? String.valueOf(from.getFileName()) : slashed(from, file));
                if (Files.isRegularFile(file)) {
                    files.file(path, file);
                } else if (Files.isDirectory(file) && !file.equals(from)) {
                    files.folder(path);
                }
            }
            return files;
        } catch (IOException e) {
            throw new TargetFailed("the data of " + from + " cannot be read: " + e, e);
        }
    }

    private static String slashed(Path from, Path file) {
        return from.relativize(file).toString().replace('\\', '/');
    }

    /** The address at which other containers next to the target reach this one. */
    public String addressInside() {
        return inside;
    }

    /**
     * True if the container itself serves the connection: a proxy of the engine accepts connections too, but closes
     * those that nothing in the container takes.
     */
    @Override
    protected boolean isServed(Socket connection) throws IOException {
        connection.setSoTimeout(FIRST_WORD_MILLIS);
        try {
            return connection.getInputStream().read() >= 0;
        } catch (SocketTimeoutException e) {
            return true; // it waits for what we have to say
        }
    }

    /** Runs the command in the container. */
    @Override
    protected boolean answers() throws InterruptedException {
        List<String> command = spec().ready().command();
        try {
            String id = engine.ask(
                    "run a command in a container",
                    () -> engine.client()
                            .execCreateCmd(container.id())
                            .withCmd(command.toArray(new String[0]))
                            .withAttachStdout(true)
                            .withAttachStderr(true)
                            .exec()
                            .getId());
            boolean ended = engine.client()
                    .execStartCmd(id)
                    .exec(new ResultCallback.Adapter<Frame>())
                    .awaitCompletion(spec().ready().within().toMillis(), TimeUnit.MILLISECONDS);
            Long code = engine.ask(
                            "look at a command in a container",
                            () -> engine.client().inspectExecCmd(id).exec())
                    .getExitCodeLong();
            return ended && code != null && code == 0;
        } catch (DockerException e) {
            checkAlive();
            return false;
        }
    }

    @Override
    public void checkAlive() {
        container.checkAlive();
    }

    @Override
    public double cpuSeconds() {
        try {
            seen = Math.max(seen, counters.read().cpuSeconds());
        } catch (TargetFailed ended) {
            // checkAlive says why.
        }
        return seen;
    }

    @Override
    public void close() {
        counters.close();
        container.close();
    }
}
