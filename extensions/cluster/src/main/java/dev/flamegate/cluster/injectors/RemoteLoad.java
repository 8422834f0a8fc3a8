package dev.flamegate.cluster.injectors;

import dev.flamegate.cluster.injectors.Wire.Word;
import dev.flamegate.format.Numbers;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadEvidence;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.load.LoadProgress;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ValidityCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The gate's end of a load that an agent runs elsewhere. Times are translated between the two clocks: the gate's
 * moments into the agent's to begin and to cut the log, what was seen back into the gate's.
 */
final class RemoteLoad implements Load {
    private static final long POLL_MILLIS = 20;
    private static final long FRESH_NANOS = 200_000_000;

    /** The time between two signs of life, much less than the silence that the agent accepts. */
    private static final long BEAT_MILLIS = 2_000;

    private static final Duration DOUBTFUL_CLOCK = Duration.ofMillis(10);
    private static final double UNSOUND_CLOCK = 0.01;
    private static final double MAX_CPU_SHARE = 0.8;

    private final InjectorPlace place;
    private final Path archive;
    private final Order order;
    private final Path work;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "flamegate-remote-load");
        thread.setDaemon(true);
        return thread;
    });
    private final CompletableFuture<AgentLink> connected = new CompletableFuture<>();

    /** CPU seconds by the agent's clock in microseconds. */
    private final TreeMap<Long, Double> cpu = new TreeMap<>();

    private @Nullable AgentProgress state;
    private long stateAt;
    private boolean targetReady;
    private boolean targetTold;
    private boolean stopped;
    private @Nullable LoadEvidence evidence;
    private volatile boolean closed;

    /** Begins to connect, to bring the files and to start the generator. */
    RemoteLoad(InjectorPlace place, Path archive, Order order, Path work) {
        this.place = place;
        this.archive = archive;
        this.order = order;
        this.work = work;
        threads.execute(this::connect);
    }

    private void connect() {
        try {
            AgentLink link = AgentLink.open(place);
            if (closed) {
                link.close();
                throw new LoadFailed("the load has been ended", "", "nothing", List.of());
            }
            connected.whenComplete((done, failure) -> {
                if (failure != null) {
                    link.close();
                }
            });
            link.bring(order.files(), archive);
            link.tell(Word.PREPARE, order::write);
            link.compareClocks(false);
            if (connected.complete(link)) {
                beat(link);
            }
        } catch (InterruptedException | RuntimeException e) {
            connected.completeExceptionally(e);
        }
    }

    /** Shows the agent that the gate lives, through stages in which nothing is asked. */
    private void beat(AgentLink link) throws InterruptedException {
        while (!closed) {
            TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
            try {
                link.ask(
                        Word.CLOCK, AgentLink.Writing.NOTHING, from -> from.in().readLong());
            } catch (LoadFailed e) {
                return; // the next question reports it
            }
        }
    }

    private AgentLink link() {
        try {
            return connected.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new LoadFailed("the load has been ended", "", "nothing", List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LoadFailed("the load has been ended", "", "nothing", List.of());
        }
    }

    @Override
    public void awaitReady(Duration limit) throws InterruptedException {
        while (!connected.isDone()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS); // the place itself has limits
        }
        AgentLink link = link();
        tellTargetReady(link);
        link.tell(Word.AWAIT_READY, to -> to.out().writeLong(limit.toMillis()));
        awaitDone(link);
        link.compareClocks(false);
    }

    private static void awaitDone(AgentLink link) throws InterruptedException {
        while (!link.ask(Word.DONE, AgentLink.Writing.NOTHING, from -> from.in().readBoolean())) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void targetReady() {
        synchronized (this) {
            targetReady = true;
        }
        if (connected.isDone()) {
            tellTargetReady(link());
        }
    }

    private synchronized void tellTargetReady(AgentLink link) {
        if (targetReady && !targetTold) {
            link.tell(Word.TARGET_READY);
            targetTold = true;
        }
    }

    @Override
    public void go() {
        goAt(Instant.now());
    }

    @Override
    public void goAt(Instant at) {
        AgentLink link = link();
        long there =
                ChronoUnit.MICROS.between(Instant.EPOCH, at.plus(link.clock().ahead()));
        link.tell(Word.GO, to -> to.out().writeLong(there));
    }

    @Override
    public void awaitBegun(Duration limit) throws InterruptedException {
        AgentLink link = link();
        link.tell(Word.AWAIT_BEGUN, to -> to.out().writeLong(limit.toMillis()));
        awaitDone(link);
    }

    @Override
    public void measuring() {
        link().tell(Word.MEASURING);
    }

    @Override
    public void drain() {
        link().tell(Word.DRAIN);
    }

    @Override
    public void pause() {
        link().tell(Word.PAUSE);
    }

    @Override
    public void plannedOnly() {
        link().tell(Word.PLANNED);
    }

    @Override
    public boolean hurries() {
        return state().hurries();
    }

    @Override
    public boolean isControlled() {
        return state().controlled();
    }

    @Override
    public boolean isCounted() {
        return state().counted();
    }

    @Override
    public Duration rampUp() {
        return state().rampUp();
    }

    /**
     * Empty, because the injectors do not use this machine's CPUs: {@link #result} judges how much of their own they
     * used.
     */
    @Override
    public OptionalDouble cpuSeconds() {
        return OptionalDouble.empty();
    }

    @Override
    public LoadProgress progress() {
        return state().progress();
    }

    @Override
    public void check() {
        if (!closed && !stopped) {
            state();
        }
    }

    /** The load's state, asked for at most once in a moment. */
    private synchronized AgentProgress state() {
        AgentProgress known = state;
        if (known == null || (!stopped && System.nanoTime() - stateAt > FRESH_NANOS)) {
            known = link().ask(Word.STATE, AgentLink.Writing.NOTHING, AgentProgress::read);
            state = known;
            stateAt = System.nanoTime();
            if (!Double.isNaN(known.cpuSeconds())) {
                cpu.put(known.at(), known.cpuSeconds());
            }
        }
        return known;
    }

    /** Stops the load, and fetches its results. */
    @Override
    public void stop(Duration limit) throws InterruptedException {
        AgentLink link = link();
        synchronized (this) {
            stateAt = System.nanoTime() - FRESH_NANOS - 1;
        }
        state();
        stopped = true;
        link.tell(Word.STOP, to -> to.out().writeLong(limit.toMillis()));
        awaitDone(link);
        link.compareClocks(true);
        evidence = fetched(link);
    }

    private LoadEvidence fetched(AgentLink link) {
        return link.ask(Word.EVIDENCE, AgentLink.Writing.NOTHING, from -> Sent.read(from, work));
    }

    @Override
    public LoadEvidence evidence() {
        return evidence == null ? fetched(link()) : Objects.requireNonNull(evidence);
    }

    @Override
    public LoadResult result(Window window) {
        ClockOffset clock = link().clock();
        Duration ahead = clock.ahead();
        Window there = new Window(window.start().plus(ahead), window.end().plus(ahead));
        return evidence().result(there).behind(ahead).with(warnings(window, there, clock.uncertain()));
    }

    private List<Warning> warnings(Window window, Window there, Duration uncertain) {
        List<Warning> warnings = new ArrayList<>();
        double seconds = uncertain.toNanos() / 1e9;
        if (seconds > UNSOUND_CLOCK * window.seconds()) {
            warnings.add(new Warning(
                    ValidityCheck.INJECTOR_CLOCK,
                    order.share() + ": its clock and the gate's are known only to "
                            + Numbers.duration(seconds) + ", more than " + Numbers.percent(UNSOUND_CLOCK)
                            + " of the window"));
        } else if (uncertain.compareTo(DOUBTFUL_CLOCK) > 0) {
            warnings.add(new Warning(
                    Notice.INJECTOR_CLOCK_OFFSET,
                    order.share() + ": its clock and the gate's are known only to " + Numbers.duration(seconds)));
        }
        cores(there).ifPresent(cores -> {
            double share = cores / cpus();
            if (share > MAX_CPU_SHARE) {
                warnings.add(new Warning(
                        ValidityCheck.INJECTOR,
                        order.share() + " used " + Numbers.percent(share) + " of its CPUs; latencies are its own above "
                                + Numbers.percent(MAX_CPU_SHARE)));
            }
        });
        return warnings;
    }

    private double cpus() {
        AgentProgress known = state;
        return known == null ? place.cpus() : Math.min(place.cpus(), known.processors());
    }

    /** CPUs in use over a window by the agent's clock, as far as they were asked for in it; empty when not. */
    private synchronized OptionalDouble cores(Window window) {
        Long from = cpu.floorKey(ChronoUnit.MICROS.between(Instant.EPOCH, window.start()));
        Long until = cpu.floorKey(ChronoUnit.MICROS.between(Instant.EPOCH, window.end()));
        if (from == null || until == null || until <= from) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((Objects.requireNonNull(cpu.get(until)) - Objects.requireNonNull(cpu.get(from)))
                / ((until - from) / 1e6));
    }

    /** Closes the connection, upon which the agent ends its generator. */
    @Override
    public void close() {
        closed = true;
        stopped = true;
        connected.completeExceptionally(new LoadFailed("the load has been ended", "", "nothing", List.of()));
        if (!connected.isCompletedExceptionally()) {
            link().close();
        }
        threads.shutdownNow();
    }
}
