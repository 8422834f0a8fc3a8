package dev.flamegate.gate.measure;

import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.Load;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.Placed;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.Surroundings;
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
    private static final Duration LOAD_READY_WITHIN = Duration.ofSeconds(60);

    private final TestBed bed;
    private final Placed placed;
    private final Path work;
    private final Surroundings around;
    private final RunningTarget target;
    private final CloseableRegistry open;
    private Load load;
    private RunningTarget.@Nullable Ready ready;
    private @Nullable Meter meter;

    private Session(
            TestBed bed,
            Placed placed,
            Path work,
            Surroundings around,
            RunningTarget target,
            CloseableRegistry open,
            Load load) {
        this.bed = bed;
        this.placed = placed;
        this.work = work;
        this.around = around;
        this.target = target;
        this.open = open;
        this.load = load;
    }

    /**
     * Makes ready what the target needs, runs the hook before it, and starts the target and its generator; neither need
     * be ready when this returns.
     *
     * @param work a folder of this start alone, for logs
     * @param prepared a generator started ahead for it, which is now this session's to end; {@code null} to start one
     * @throws dev.flamegate.targets.TargetFailed and the like when one cannot be started; nothing is left running
     */
    static Session launch(TestBed bed, Placed placed, Path work, @Nullable Load prepared) throws InterruptedException {
        CloseableRegistry open = new CloseableRegistry();
        Load load = prepared;
        try {
            create(work);
            Surroundings around = open.start(() -> bed.runtime().surroundings(placed, work), Surroundings::close);
            open.start(() -> bed.hooks().before(Part.TRIAL, values(placed, around), work), Hooks.Between::close);
            RunningTarget target = open.start(() -> bed.runtime().start(placed, around, work), RunningTarget::close);
            if (load == null) {
                load = bed.generator().start(placed.baseUrl(), loadFolder(work));
            }
            return new Session(bed, placed, work, around, target, open, load);
        } catch (RuntimeException | InterruptedException e) {
            try {
                close(load, open);
            } catch (RuntimeException later) {
                e.addSuppressed(later);
            }
            throw e;
        }
    }

    private static void create(Path work) {
        try {
            Files.createDirectories(work);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be created: " + work, e);
        }
    }

    private static Placeholders values(Placed placed, Surroundings around) {
        return placed.values().and(around.values());
    }

    /** Runs the hook before a block of load, while none is on; see {@link Hooks#before}. */
    Hooks.Between beforeBlock() throws InterruptedException {
        return bed.hooks().before(Part.BLOCK, values(placed, around), work);
    }

    /** Where the generator of a session with this work folder writes. */
    static Path loadFolder(Path work) {
        return work.resolve("load");
    }

    /** Waits for target, sources and generator, in the order in which a failure is most informative. */
    void awaitReady() throws InterruptedException {
        RunningTarget.Ready now = target.awaitReady();
        ready = now;
        meter = new Meter(now.counters(), () -> load.cpuSeconds(), around.beside(), bed.time());
        scrape();
        load.targetReady();
        load.awaitReady(LOAD_READY_WITHIN);
    }

    /** Waits until the load that was told to go has begun. */
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
        load = bed.generator().start(placed.baseUrl(), work.resolve(name));
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

    MetricsSource metrics() {
        return ready().metrics();
    }

    /** What the target's virtual machine reports about itself. */
    ProbeFacts facts() {
        return ready().facts();
    }

    /** Seconds from the target's start to its first ready answer; NaN where that says nothing about it. */
    double startup() {
        return ready().startup();
    }

    /** The target's metrics now; empty when a Prometheus reads them, or it has none. */
    Optional<Scrape> scrape() throws InterruptedException {
        return metrics().now();
    }

    /** The file that the target's output goes to; there may be none. */
    Path targetLog() {
        return target.log();
    }

    /** Returns normally while target, servers and load are all alive. */
    void check() {
        target.checkAlive();
        load.check();
    }

    /** Throws what explains a failure best: a target that has gone away explains whatever failed after it. */
    void explain() {
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

    @Override
    public void close() {
        close(load, open);
    }

    /** Load, target, the hook after it, and what stands beside it, in this order. */
    private static void close(@Nullable Load load, CloseableRegistry open) {
        try {
            if (load != null) {
                load.close();
            }
        } finally {
            open.close();
        }
    }

    private RunningTarget.Ready ready() {
        return Objects.requireNonNull(ready, "the session is not ready");
    }
}
