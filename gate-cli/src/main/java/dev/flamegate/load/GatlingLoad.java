package dev.flamegate.load;

import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One Gatling JVM, from its early start to its sure end:
 *
 * <pre>{@code
 * try (GatlingLoad load = GatlingLoad.start(...)) {   // while the target starts
 *     load.awaitReady(limit);
 *     load.go();                                      // warm-up, requests in flight bounded
 *     load.measuring();                               // open model
 *     load.stop(limit);
 *     LoadResult result = load.result(window);
 * }
 * }</pre>
 *
 * <p>A simulation that does not extend {@code ControlledSimulation} is held back until {@link #go} as well, but knows
 * neither warm-up nor pause, and is ended by a signal.
 */
public final class GatlingLoad implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(10);

    private final ChildProcess child;
    private final ControlFiles control;
    private final LogWatch watch;
    private final FailureCause cause;
    private final ChildOutput output;
    private boolean stopped;
    private boolean endedByItself;

    private GatlingLoad(
            ChildProcess child, ControlFiles control, LogWatch watch, FailureCause cause, ChildOutput output) {
        this.child = child;
        this.control = control;
        this.watch = watch;
        this.cause = cause;
        this.output = output;
    }

    /**
     * Starts the JVM; no request is sent before {@link #go}.
     *
     * @param load the plan's load; {@code {baseUrl}} in a property's value stands for the base URL
     * @param baseUrl of the target; the simulation sees it as the system properties {@code flamegate.baseUrl} and
     *     {@code baseUrl}
     * @param planFolder what the class path is relative to, and the JVM's working directory
     * @param workFolder a folder of this load alone; made when it does not exist
     * @param prefix a command that runs the JVM, such as {@code taskset -c 1}; empty for none
     * @throws LoadFailed when the class path is incomplete or the JVM cannot be started
     */
    public static GatlingLoad start(
            LoadSpec load, URI baseUrl, Path planFolder, Path workFolder, GatlingHome home, List<String> prefix) {
        GatlingCommand command = new GatlingCommand(load, planFolder.toAbsolutePath());
        List<Path> entries = command.userEntries();
        Path work = workFolder.toAbsolutePath();
        Path control = work.resolve("control");
        Path results = work.resolve("results");
        ChildOutput output = new ChildOutput(work.resolve("gatling.out"));
        List<String> line = command.line(home, baseUrl, control, results, prefix);
        try {
            Files.createDirectories(control);
            Files.createDirectories(results);
            Process process = new ProcessBuilder(line)
                    .directory(planFolder.toAbsolutePath().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.file().toFile())
                    .start();
            process.getOutputStream().close();
            return new GatlingLoad(
                    new ChildProcess(process),
                    new ControlFiles(control),
                    new LogWatch(results),
                    new FailureCause(load.simulation(), entries, output),
                    output);
        } catch (IOException e) {
            throw new LoadFailed(
                    "Gatling cannot be started: " + e.getMessage(),
                    "running " + String.join(" ", line),
                    "look whether " + work + " can be written to, and the command can be run",
                    List.of());
        }
    }

    /**
     * Waits until the simulation is built and only {@link #go} is missing.
     *
     * @throws LoadFailed when the JVM ends, or the time is over
     */
    public void awaitReady(Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!control.ready()) {
            check();
            if (System.nanoTime() - deadline > 0) {
                throw new LoadFailed(
                        "Gatling was not ready after " + limit.toSeconds() + " s",
                        "waiting for the simulation to be built",
                        "look at what the simulation does when it is constructed",
                        output.tail());
            }
            child.awaitEnd(POLL);
        }
    }

    /** Begins the load, with bounded requests in flight. */
    public void go() {
        control.go();
    }

    /** Warm-up, or a pause, is over: the open model from here on. */
    public void measuring() {
        control.measure();
    }

    /** Users leave without a request until {@link #measuring}; the schedule goes on. */
    public void pause() {
        control.pause();
    }

    public boolean isAlive() {
        return child.isAlive();
    }

    /** Whether the gate leads the simulation: it can warm up within a bound, pause, and stop cleanly. */
    public boolean isControlled() {
        return control.injection().isPresent();
    }

    /** Process id, for those who account CPU. */
    public long pid() {
        return child.pid();
    }

    /** CPU used by the JVM so far, in seconds; empty where the system does not say. */
    public OptionalDouble cpuSeconds() {
        return child.cpuSeconds();
    }

    /** How far the load is; cheap enough to ask every second. */
    public Progress progress() {
        return control.progress().orElseGet(watch::progress);
    }

    /**
     * Lets a living load pass.
     *
     * @throws LoadFailed when the JVM ended without having been told to
     */
    public void check() {
        if (!stopped && !child.isAlive()) {
            throw cause.failure(child.status(), control.wentOff());
        }
    }

    /**
     * Ends the load: by its own means, so that the log is whole; where there are none, or they take too long, by a
     * signal, after waiting for the log to reach the present.
     *
     * @param limit of the gentle part; killing takes at most 10 s more
     * @throws LoadFailed when the JVM had ended before
     */
    public void stop(Duration limit) throws InterruptedException {
        check();
        stopped = true;
        cpuSeconds();
        if (isControlled() && control.wentOff()) {
            control.stop();
            endedByItself = child.awaitEnd(limit) && child.status() == 0;
        } else if (control.wentOff()) {
            awaitLog(System.currentTimeMillis(), limit);
        }
        child.end();
    }

    /** Gatling's log, as soon as there is one. */
    public Optional<Path> log() {
        return watch.file();
    }

    /** The file with all that the JVM printed. */
    public Path output() {
        return output.file();
    }

    /**
     * What was logged of a window, after {@link #stop} or, up to 8 KiB short, before.
     *
     * @throws LoadFailed when there is no log, or it cannot be read
     */
    public LoadResult result(Window window) {
        Path log = watch.file()
                .orElseThrow(() -> new LoadFailed(
                        "Gatling made no log",
                        "looking for simulation.log",
                        "look at what the simulation printed",
                        output.tail()));
        return LoadResult.read(log, window, control.injection().orElse(null), endedByItself);
    }

    /** Kills what still runs. */
    @Override
    public void close() {
        stopped = true;
        if (child.isAlive()) {
            child.end();
        }
        watch.close();
    }

    private void awaitLog(long until, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        watch.progress();
        while (watch.last() < until && System.nanoTime() - deadline < 0 && !child.awaitEnd(POLL.multipliedBy(10))) {
            watch.progress();
        }
    }
}
