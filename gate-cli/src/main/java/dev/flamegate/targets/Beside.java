package dev.flamegate.targets;

import dev.flamegate.plan.BesideSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** A program or container that was started next to the target. Closing it ends it. */
public abstract class Beside implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int CONNECT_MILLIS = 1000;

    private final BesideSpec spec;
    private final String host;
    private final int port;
    private final double cpus;
    private final Path log;
    private final long startedNanos;

    /**
     * A program or container beside the target that was started at a moment.
     *
     * @param spec every placeholder filled in
     * @param host under which this machine reaches it, at this port
     * @param cpus CPUs it may use, above 0
     * @param log file with its output
     * @param startedNanos the moment, by {@link System#nanoTime}
     */
    protected Beside(BesideSpec spec, String host, int port, double cpus, Path log, long startedNanos) {
        this.spec = spec;
        this.host = host;
        this.port = port;
        this.cpus = cpus;
        this.log = log;
        this.startedNanos = startedNanos;
    }

    protected final BesideSpec spec() {
        return spec;
    }

    public final String name() {
        return spec.name();
    }

    /** The address at which the target reaches it: {@code host:port}. */
    public final String address() {
        return host + ":" + port;
    }

    /** The CPUs that it may use, above 0. */
    public final double cpus() {
        return cpus;
    }

    /** The name of the program or container in messages. */
    protected final String who() {
        return name() + " beside the target";
    }

    /** Seconds since it was started. */
    protected final double age() {
        return (System.nanoTime() - startedNanos) / 1e9;
    }

    /**
     * Waits until it is ready.
     *
     * @throws TargetFailed when it ends or the time is over before
     */
    public final void awaitReady() throws InterruptedException {
        BesideSpec.Ready ready = spec.ready();
        String advice = "Check beside: " + name() + ": ready.";
        if (ready.path() != null) {
            HttpReady.started(who(), URI.create("http://" + address()).resolve(ready.path()), advice, log)
                    .await(startedNanos, ready.within(), this::checkAlive);
            return;
        }
        do {
            checkAlive();
            if (ready.command().isEmpty() ? accepts() : answers()) {
                return;
            }
            Thread.sleep(POLL.toMillis());
        } while (System.nanoTime() - startedNanos < ready.within().toNanos());
        throw new TargetFailed(who() + " was not ready within " + ready.within().toSeconds() + " s: "
                + (ready.command().isEmpty()
                        ? address() + " accepts no connection"
                        : ready.command().get(0) + " did not end with 0")
                + ".\n" + advice + "\n" + LogTail.of(log));
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            return isServed(socket);
        } catch (IOException notYet) {
            return false;
        }
    }

    /** True if the program itself, not a proxy, has accepted a connection. */
    protected boolean isServed(Socket connection) throws IOException {
        return connection.isConnected();
    }

    /**
     * True if the command that tests for readiness ends with 0.
     *
     * @throws TargetFailed when there is no such command
     */
    protected abstract boolean answers() throws InterruptedException;

    /**
     * Checks that it still runs.
     *
     * @throws TargetFailed when it has ended
     */
    public abstract void checkAlive();

    /** CPU seconds that it and its children have used since its start; never less than before. */
    public abstract double cpuSeconds();

    @Override
    public abstract void close();
}
