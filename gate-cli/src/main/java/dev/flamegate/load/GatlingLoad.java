package dev.flamegate.load;

import dev.flamegate.model.Window;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One Gatling JVM. A simulation that does not extend {@code ControlledSimulation} is held back until {@link #go} as
 * well, but knows no bound in the warm-up; one whose load is not steady knows no pause either, and is ended by a
 * signal.
 */
public final class GatlingLoad implements Load {
    private static final Duration POLL = Duration.ofMillis(10);

    private final ChildProcess child;
    private final ControlFiles control;
    private final LogWatch watch;
    private final FailureCause cause;
    private final ChildOutput output;
    private boolean stopped;
    private boolean endedByItself;

    GatlingLoad(ChildProcess child, ControlFiles control, LogWatch watch, FailureCause cause, ChildOutput output) {
        this.child = child;
        this.control = control;
        this.watch = watch;
        this.cause = cause;
        this.output = output;
    }

    @Override
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

    @Override
    public void targetReady() {
        control.targetReady();
    }

    @Override
    public void go() {
        control.go();
    }

    @Override
    public void plannedOnly() {
        control.plannedOnly();
    }

    @Override
    public boolean hurries() {
        return control.hurries();
    }

    @Override
    public void measuring() {
        control.measure();
    }

    @Override
    public void drain() {
        control.drain();
    }

    @Override
    public void pause() {
        control.pause();
    }

    public boolean isAlive() {
        return child.isAlive();
    }

    @Override
    public boolean isControlled() {
        return isCounted() || control.steadyAfter().isPresent();
    }

    @Override
    public boolean isCounted() {
        return control.injection().isPresent();
    }

    @Override
    public Duration rampUp() {
        return control.steadyAfter().orElse(Duration.ZERO);
    }

    /** The JVM's process id. */
    public long pid() {
        return child.pid();
    }

    @Override
    public OptionalDouble cpuSeconds() {
        return child.cpuSeconds();
    }

    @Override
    public LoadProgress progress() {
        return isControlled() ? control.progress().orElse(LoadProgress.NONE) : watch.progress();
    }

    @Override
    public void check() {
        if (!stopped && !child.isAlive()) {
            throw cause.failure(child.status(), control.wentOff());
        }
    }

    /** Ends the load; if the gate does not control it, also waits until its log has reached the present. */
    @Override
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

    /** Gatling's log, as soon as it exists. */
    public Optional<Path> log() {
        return watch.file();
    }

    /** The file with everything the JVM printed. */
    public Path output() {
        return output.file();
    }

    @Override
    public LoadEvidence evidence() {
        Path log = watch.file()
                .orElseThrow(() -> new LoadFailed(
                        "Gatling made no log",
                        "looking for simulation.log",
                        "look at what the simulation printed",
                        output.tail()));
        return new LoadEvidence.OfGatling(log, control.injection().orElse(null), endedByItself);
    }

    @Override
    public LoadResult result(Window window) {
        return evidence().result(window);
    }

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
