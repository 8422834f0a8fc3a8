package dev.flamegate.targets;

import dev.flamegate.format.Numbers;
import dev.flamegate.os.Children;
import dev.flamegate.os.ProcessTree;
import dev.flamegate.os.Program;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A program beside the target that was started. Closing it ends it and deletes its folder. */
public final class Neighbour implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int CONNECT_MILLIS = 1000;
    private final BesideSpec spec;
    private final int port;
    private final double cpus;
    private final Path folder;
    private final Path log;
    private final Children children;
    private final Process process;
    private final @Nullable WorkFolder work;
    private final long startedNanos = System.nanoTime();
    private volatile double seen;

    private Neighbour(
            BesideSpec spec,
            int port,
            double cpus,
            Path folder,
            Path log,
            Children children,
            Process process,
            @Nullable WorkFolder work) {
        this.spec = spec;
        this.port = port;
        this.cpus = cpus;
        this.folder = folder;
        this.log = log;
        this.children = children;
        this.process = process;
        this.work = work;
    }

    /**
     * Where it runs and what it may use.
     *
     * @param folder that the plan's paths are relative to, and the process's own
     * @param log file for its output, replaced
     * @param prefix put before its command, such as one that pins it to CPUs
     * @param cpus CPUs it may use, above 0
     */
    public record Place(Path folder, Path log, List<String> prefix, double cpus) {
        public Place {
            prefix = List.copyOf(prefix);
        }
    }

    /**
     * Starts it; it need not be ready when this returns.
     *
     * @param spec every placeholder filled in
     * @param port that it listens on
     * @param work its own folder, which is deleted when it is closed; {@code null} for none
     * @throws TargetFailed when it cannot be started
     */
    public static Neighbour start(
            BesideSpec spec, int port, Place place, Children children, @Nullable WorkFolder work) {
        List<String> command = new ArrayList<>(place.prefix());
        if (spec.subject() instanceof Subject.Jar jar) {
            command.addAll(List.of(
                    ProcessTarget.java(ProcessTarget.javaHome()),
                    "-jar",
                    place.folder().resolve(jar.path()).toString()));
        }
        command.addAll(spec.words());
        ProcessBuilder builder = children.program(command)
                .directory(place.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(place.log().toFile());
        builder.environment().putAll(spec.environment());
        try {
            Process process = children.start(builder);
            return new Neighbour(spec, port, place.cpus(), place.folder(), place.log(), children, process, work);
        } catch (IOException e) {
            throw new TargetFailed("beside: " + spec.name() + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** Its name in the plan. */
    public String name() {
        return spec.name();
    }

    /** Where the target reaches it. */
    public String address() {
        return HOST + ":" + port;
    }

    /** CPUs it may use, above 0. */
    public double cpus() {
        return cpus;
    }

    /**
     * Waits until it is ready.
     *
     * @throws TargetFailed when it ends or the time is over before
     */
    public void awaitReady() throws InterruptedException {
        Duration within = spec.ready().within();
        String advice = "Check beside: " + name() + ": ready.";
        if (spec.ready().path() != null) {
            HttpReady.started(
                            who(),
                            URI.create("http://" + address())
                                    .resolve(spec.ready().path()),
                            advice,
                            log)
                    .await(startedNanos, within, this::checkAlive);
            return;
        }
        do {
            checkAlive();
            if (spec.ready().command().isEmpty() ? accepts() : answers()) {
                return;
            }
            Thread.sleep(POLL.toMillis());
        } while (System.nanoTime() - startedNanos < within.toNanos());
        throw new TargetFailed(who() + " was not ready within " + within.toSeconds() + " s: "
                + (spec.ready().command().isEmpty()
                        ? address() + " accepts no connection"
                        : spec.ready().command().get(0) + " did not end with 0")
                + ".\n" + advice + "\n" + LogTail.of(log));
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(HOST, port), CONNECT_MILLIS);
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private boolean answers() throws InterruptedException {
        try {
            return Program.of(spec.ready().command())
                    .in(folder)
                    .withOnly(children.environment().variables())
                    .with(spec.environment())
                    .joiningErrors()
                    .within(spec.ready().within())
                    .run()
                    .isOk();
        } catch (IOException e) {
            throw new TargetFailed(
                    "beside: " + name() + ": ready: command: "
                            + spec.ready().command().get(0) + " cannot be started: " + e.getMessage(),
                    e);
        }
    }

    /**
     * Checks that it still runs.
     *
     * @throws TargetFailed when it has ended
     */
    public void checkAlive() {
        if (!process.isAlive()) {
            throw new TargetFailed(who() + " ended with exit code " + process.exitValue() + " after "
                    + Numbers.duration((System.nanoTime() - startedNanos) / 1e9) + ".\n" + LogTail.of(log));
        }
    }

    /** CPU that it has used since its start, with all its descendants, in seconds; never less than before. */
    public double cpuSeconds() {
        seen = Math.max(seen, ProcessTree.cpuSeconds(process.toHandle()).orElse(0));
        return seen;
    }

    private String who() {
        return name() + " beside the target";
    }

    @Override
    public void close() {
        children.end(process);
        if (work != null) {
            work.close();
        }
    }
}
