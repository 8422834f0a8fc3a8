package dev.flamegate.gate.measure;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.Load;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One start of the target with its load: launched together, ready together, and both ended when it is closed. The
 * sources that read the target are available once {@link #awaitReady} has returned.
 */
final class Session implements AutoCloseable {
    private static final Duration DYING = Duration.ofMillis(100);
    private static final Duration LOAD_READY_WITHIN = Duration.ofSeconds(60);

    private final Ground ground;
    private final RunningTarget target;
    private Load load;
    private RunningTarget.@Nullable Ready ready;
    private @Nullable Meter meter;

    private Session(Ground ground, RunningTarget target, Load load) {
        this.ground = ground;
        this.target = target;
        this.load = load;
    }

    /**
     * The prepared ground for one start of a target: its environment is ready, and the hook before it has run.
     * Closing it runs the hook after the target, which has ended by then, and ends the programs next to it.
     *
     * @param work a folder of this start alone, for logs
     * @param hooks between those of the trial
     */
    record Ground(TestBed bed, PlacedTarget placed, Path work, StartEnvironment around, Hooks.Between hooks)
            implements AutoCloseable {
        /**
         * Makes the ground ready.
         *
         * @throws dev.flamegate.targets.TargetFailed and the like when it does not get ready; nothing is left running
         */
        static Ground prepare(TestBed bed, PlacedTarget placed, Path work) throws InterruptedException {
            try {
                Files.createDirectories(work);
            } catch (IOException e) {
                throw new UncheckedIOException("the folder for logs cannot be created: " + work, e);
            }
            StartEnvironment around = bed.runtime().startEnvironment(placed, work);
            try {
                Placeholders values = placed.values().and(around.values());
                return new Ground(bed, placed, work, around, bed.hooks().before(Part.TRIAL, values, work));
            } catch (RuntimeException | InterruptedException e) {
                around.close();
                throw e;
            }
        }

        @Override
        public void close() {
            try (around) {
                hooks.close();
            }
        }
    }

    /**
     * Starts the target and its generator, neither of which need be ready when this returns.
     *
     * @param prepared a generator started ahead for it, which is now this session's to end; {@code null} to start one
     * @throws dev.flamegate.targets.TargetFailed and the like when one cannot be started; nothing is left running but
     *     the ground
     */
    static Session launch(Ground ground, @Nullable Load prepared) throws InterruptedException {
        TestBed bed = ground.bed();
        RunningTarget target = null;
        Load load = prepared;
        boolean whole = false;
        try {
            target = bed.runtime().start(ground.placed(), ground.around(), ground.work());
            if (load == null) {
                load = bed.startLoad(ground.placed(), loadFolder(ground.work()));
            }
            Session session = new Session(ground, target, load);
            whole = true;
            return session;
        } finally {
            if (!whole) {
                close(load, target);
            }
        }
    }

    /** Runs the hook before a block of load, while none is on; see {@link Hooks#before}. */
    Hooks.Between beforeBlock() throws InterruptedException {
        Placeholders values = ground.placed().values().and(ground.around().values());
        return ground.bed().hooks().before(Part.BLOCK, values, ground.work());
    }

    /** The folder that the generator of a session with this work folder writes to. */
    static Path loadFolder(Path work) {
        return work.resolve("load");
    }

    /** Waits for target, sources and generator, in the order in which a failure is most informative. */
    void awaitReady() throws InterruptedException {
        RunningTarget.Ready now = target.awaitReady();
        ready = now;
        meter = new Meter(
                now.counters(),
                () -> load.cpuSeconds(),
                ground.around().beside(),
                ground.bed().time());
        try {
            scrape();
        } catch (CollectionFailed e) {
            explain();
            throw e;
        }
        load.targetReady();
        load.awaitReady(LOAD_READY_WITHIN);
    }

    /** Waits until the started load has begun. */
    void awaitLoad() throws InterruptedException {
        load.awaitBegun(LOAD_READY_WITHIN);
    }

    Load load() {
        return load;
    }

    /**
     * Continues with a new generator, after the previous one was stopped.
     *
     * @param name of its folder
     */
    void restartLoad(String name) throws InterruptedException {
        load.close();
        load = ground.bed().startLoad(ground.placed(), ground.work().resolve(name));
        load.targetReady();
        load.awaitReady(LOAD_READY_WITHIN);
        load.go();
        load.awaitBegun(LOAD_READY_WITHIN);
    }

    Meter meter() {
        return Objects.requireNonNull(meter, "the session is not ready");
    }

    ProfileSource profiles() {
        return ready().profiles();
    }

    CounterSource counters() {
        return ready().counters();
    }

    MetricsSource metrics() {
        return ready().metrics();
    }

    /** The facts that the target's virtual machine reports about itself. */
    ProbeFacts facts() {
        return ready().facts();
    }

    /** Seconds from the target's start to its first ready answer; NaN if that says nothing about the target. */
    double startup() {
        return ready().startup();
    }

    /** The target's metrics now; empty when a Prometheus reads them, or it has none. */
    Optional<Scrape> scrape() throws InterruptedException {
        return metrics().now();
    }

    /** A folder of this start alone, for logs. */
    Path folder() {
        return ground.work();
    }

    /** The file that the target's output goes to; it need not exist. */
    Path targetLog() {
        return target.log();
    }

    /** Returns normally while target, servers and load are all alive. */
    void check() {
        target.checkAlive();
        load.check();
    }

    /** Throws the best explanation of a failure: a target that has gone away explains every later failure. */
    void explain() throws InterruptedException {
        ground.bed().time().sleep(DYING); // it hangs up before its end is known
        target.checkAlive();
    }

    /** Keeps the target within its limits, which its start and warm-up may exceed. */
    void limit() throws InterruptedException {
        target.limit();
    }

    /** Ends the target; its profiles and metrics can be read until {@link #close}. */
    void stopTarget() {
        target.stop();
    }

    /** Ends generator and target, as {@link #close} does, but for what can be read of the target. */
    void stop() {
        load.close();
        target.stop();
    }

    @Override
    public void close() {
        close(load, target);
    }

    private static void close(@Nullable Load load, @Nullable RunningTarget target) {
        if (load != null) {
            load.close();
        }
        if (target != null) {
            target.close();
        }
    }

    private RunningTarget.Ready ready() {
        return Objects.requireNonNull(ready, "the session is not ready");
    }
}
