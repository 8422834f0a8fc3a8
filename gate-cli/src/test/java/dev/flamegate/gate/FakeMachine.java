package dev.flamegate.gate;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.gate.measure.FakeTime;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.load.Load;
import dev.flamegate.load.LoadProgress;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Targets and loads that are none, on a time that passes at once. A target uses CPU in proportion to its requests; what
 * each arm's requests cost is up to the test.
 */
public final class FakeMachine implements TestBed.Factory {
    /** Requests per second while a load is on. */
    private static final double RATE = 100;

    public final FakeTime time = new FakeTime();
    public final List<String> started = new ArrayList<>();
    /** Targets kept within their limits, each with the seconds it had been under load. */
    final List<String> limited = new ArrayList<>();

    /** When each load was told to send only what is planned, if loads hurry. */
    final List<String> planned = new ArrayList<>();

    /** Whether loads hurry in the warm-up. */
    boolean hurries;

    /** The share of the candidate's users who never get an answer. */
    double hanging;

    /** The arm whose requests all fail; none if {@code null}. */
    @Nullable
    Arm failing;

    /** What the compiler takes of the targets' CPU. */
    double jitShare;

    public final List<String> running = new ArrayList<>();

    /** Is told what begins and ends, in the order in which it does. */
    public Consumer<String> events = event -> {};

    final List<Faults.Failure> failures = new ArrayList<>();
    /** How often each request calls the first method that is counted; targets count where it is set. */
    public final Map<Arm, Integer> calls = new EnumMap<>(Arm.class);

    /** What a target records of itself, or why it cannot; targets record where it is set. */
    @Nullable
    public Recorded recording;

    /** A recording, or a problem. */
    public record Recorded(byte[] file, @Nullable String problem) {}

    private final Map<Arm, Double> cost = new EnumMap<>(Map.of(Arm.BASELINE, 0.004, Arm.CANDIDATE, 0.004));
    private @Nullable ToDoubleFunction<ArmSpec> costOf;
    private BiConsumer<Arm, Integer> onReady = (arm, start) -> {};
    private @Nullable ToDoubleFunction<ArmSpec> costAtStart;
    private Consumer<ArmSpec> onReadyOf = arm -> {};
    private int starts;

    /** Sets what a request costs the arm's target, in seconds of CPU. */
    public FakeMachine cost(Arm arm, double seconds) {
        cost.put(arm, seconds);
        return this;
    }

    /** Sets what a request costs by what the arm runs, in place of what is set for the arms. */
    public FakeMachine cost(ToDoubleFunction<ArmSpec> seconds) {
        costOf = seconds;
        return this;
    }

    /** Something more that happens when a target becomes ready; the starts of both arms are counted from 1. */
    public FakeMachine onReady(BiConsumer<Arm, Integer> event) {
        onReady = onReady.andThen(event);
        return this;
    }

    /** The same by what the target runs. */
    public FakeMachine onReadyOf(Consumer<ArmSpec> event) {
        onReadyOf = event;
        return this;
    }

    /** Sets the cost of a request by arm; it is looked up at each start. */
    public FakeMachine costAtStart(ToDoubleFunction<ArmSpec> seconds) {
        costAtStart = seconds;
        return this;
    }

    @Override
    public TestBed open(TargetSpec.Runtime kind, MeasurementPlan setup) {
        FakeRuntime runtime = new FakeRuntime();
        return new TestBed(setup, runtime, (baseUrl, work) -> new FakeLoad(runtime.arms.get(baseUrl)), time);
    }

    private synchronized void begun(String what) {
        started.add(what);
        running.add(what);
        events.accept(what + " started");
    }

    private synchronized void ended(String what) {
        if (running.remove(what)) {
            events.accept(what + " ended");
        }
    }

    private static String textOf(Path jar) {
        try {
            return Files.readString(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void interruptible() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /**
     * Restarts differ a little, as they do on a quiet machine, and always alike: by the pair and the arm, whichever arm
     * the coin starts first. The coin is of the comparison's key, and that of the machine's kernel and JDK.
     */
    private static double jitter(Arm arm, int pair) {
        return 1 + 0.004 * (((2 * pair + arm.ordinal()) * 37 % 11) - 5) / 5;
    }

    private final class FakeRuntime implements TargetRuntime {
        private final Map<URI, Service> arms = new java.util.concurrent.ConcurrentHashMap<>();
        private boolean closed;

        @Override
        public String name() {
            return "process";
        }

        @Override
        public double cpus() {
            return 1;
        }

        @Override
        public List<String> generatorPrefix() {
            return List.of();
        }

        @Override
        public List<Warning> warnings() {
            return List.of();
        }

        @Override
        public PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
            // Several candidates of one runtime have addresses of their own.
            URI url = URI.create("http://127.0.0.1:" + (8080 + side.ordinal() + 2 * (arms.size() / 2)));
            arms.put(url, new Service(side, arm));
            return new PlacedTarget(spec, url, side, Map.of(), Placeholders.NONE);
        }

        @Override
        public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) {
            Service service = arms.get(placed.baseUrl());
            service.restart(++starts);
            begun(placed.side() + " target");
            return new FakeTarget(service);
        }

        @Override
        public String identity(TargetSpec spec) {
            String jar = spec.jar();
            boolean built = jar != null && Path.of(jar).isAbsolute();
            return (built ? textOf(Path.of(jar)) : spec.subject().text()) + " " + spec.environment();
        }

        @Override
        public Map<String, String> fingerprint() {
            return Map.of();
        }

        @Override
        public Map<String, String> context(TargetSpec spec) {
            return Map.of();
        }

        @Override
        public void close() {
            if (!closed) {
                events.accept("runtime closed");
            }
            closed = true;
        }
    }

    /** One arm's service: its load goes on and off, and its CPU is what the requests so far have cost. */
    private final class Service {
        private final Arm arm;
        private final @Nullable ArmSpec spec;
        private double cost;
        private final List<Window> loaded = new ArrayList<>();
        private @Nullable Instant since;
        private int start;
        private int restarts;

        /** For how long it has had load, for people. */
        String loadedFor() {
            return arm + " after " + requests(Instant.EPOCH, time.now()) / (long) RATE + " s";
        }

        Service(Arm arm, @Nullable ArmSpec spec) {
            this.arm = arm;
            this.spec = spec;
            this.cost = costOf != null && spec != null ? costOf.applyAsDouble(spec) : Double.NaN;
        }

        /** What a request costs it; what is set for its arm can change at any time. */
        private double costs() {
            return Double.isNaN(cost) ? FakeMachine.this.cost.get(arm) : cost;
        }

        synchronized void restart(int number) {
            start = number;
            restarts++;
            loaded.clear();
            since = null;
        }

        synchronized void on() {
            if (since == null) {
                since = time.now();
                events.accept(arm + " load on");
            }
        }

        synchronized void off() {
            if (since != null) {
                loaded.add(new Window(since, time.now()));
                since = null;
                events.accept(arm + " load off");
            }
        }

        /** Requests that ended between two moments. */
        synchronized long requests(Instant from, Instant to) {
            double seconds = 0;
            List<Window> all = new ArrayList<>(loaded);
            if (since != null) {
                all.add(new Window(since, time.now()));
            }
            for (Window window : all) {
                Instant begin = window.start().isAfter(from) ? window.start() : from;
                Instant end = window.end().isBefore(to) ? window.end() : to;
                seconds += Math.max(0, Duration.between(begin, end).toNanos() / 1e9);
            }
            return Math.round(seconds * RATE);
        }

        synchronized double cpu() {
            return requests(Instant.EPOCH, time.now()) * costs() * jitter(arm, restarts);
        }
    }

    private final class FakeTarget implements RunningTarget {
        private final Service service;

        FakeTarget(Service service) {
            this.service = service;
        }

        @Override
        public Ready awaitReady() throws InterruptedException {
            interruptible();
            onReady.accept(service.arm, service.start);
            if (service.spec != null) {
                onReadyOf.accept(service.spec);
                if (costAtStart != null) {
                    service.cost = costAtStart.applyAsDouble(service.spec);
                }
            }
            return new Ready(
                    1.0, new FakeCounters(service), new NoProfiles(), MetricsSource.NONE, ProbeFacts.unknown());
        }

        @Override
        public void checkAlive() {}

        @Override
        public Path log() {
            return Path.of("target.log");
        }

        @Override
        public void limit() {
            limited.add(service.loadedFor());
        }

        @Override
        public void stop() {
            ended(service.arm + " target");
        }

        @Override
        public void close() {
            stop();
        }
    }

    /** Counts the requests' calls while it is told to. */
    private final class FakeCounters implements CounterSource, CallCounter, EventRecorder {
        private final Service service;
        private List<Method> methods = List.of();
        private Instant since = Instant.EPOCH;

        FakeCounters(Service service) {
            this.service = service;
        }

        @Override
        public Reading read() {
            return new Reading(time.now(), service.cpu(), jitShare);
        }

        @Override
        public Optional<CallCounter> calls() {
            return calls.containsKey(service.arm) ? Optional.of(this) : Optional.empty();
        }

        @Override
        public Optional<EventRecorder> events() {
            return recording == null ? Optional.empty() : Optional.of(this);
        }

        @Override
        public void record(Map<String, String> settings) {
            events.accept(service.arm + " records");
            if (Objects.requireNonNull(recording).problem() != null) {
                throw new CollectionFailed(recording.problem());
            }
        }

        @Override
        public void fetch(Path file) throws IOException {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, Objects.requireNonNull(recording).file());
            events.accept(service.arm + " recorded");
        }

        @Override
        public void discard() {
            events.accept(service.arm + " records no longer");
        }

        @Override
        public void begin(List<Method> counted) {
            if (calls.get(service.arm) < 0) {
                throw new CollectionFailed("its classes cannot be changed");
            }
            methods = counted;
            since = time.now();
            events.accept(service.arm + " counts " + counted.get(0).name());
        }

        @Override
        public Counts counts() {
            long first = service.requests(since, time.now()) * calls.get(service.arm);
            return new Counts(
                    methods.stream()
                            .map(Method::counter)
                            .distinct()
                            .map(counter -> counter == 0 ? first : 0)
                            .toList(),
                    "");
        }

        @Override
        public void end() {
            methods = List.of();
            events.accept(service.arm + " counts no longer");
        }
    }

    private record Reading(Instant at, double cpu, double jitShare) implements CounterReading {
        @Override
        public Map<Counter, Double> counters() {
            return Map.of(Counter.CPU_PROCESS, cpu, Counter.CPU_APPLICATION, cpu, Counter.CPU_JIT, jitShare * cpu);
        }

        @Override
        public Map<Gauge, Double> gauges() {
            return Map.of();
        }

        @Override
        public CounterIncrement since(CounterReading earlier) {
            return CounterReading.between(earlier, this);
        }
    }

    private static final class NoProfiles implements ProfileSource {
        @Override
        public boolean awaitCovering(Instant end, Duration limit) {
            return true;
        }

        @Override
        public ProfileCut profiles(Window window, double cpuSeconds) {
            return new ProfileCut(Map.of(), List.of(), List.of());
        }
    }

    private final class FakeLoad implements Load {
        private final Service service;
        private final String name;
        private boolean closed;

        FakeLoad(Service service) {
            this.service = service;
            this.name = service.arm + " load";
            begun(name);
        }

        @Override
        public void awaitReady(Duration limit) throws InterruptedException {
            interruptible();
        }

        @Override
        public void targetReady() {
            // It is, as soon as somebody asks.
        }

        @Override
        public void go() {
            service.on();
        }

        @Override
        public boolean hurries() {
            return hurries;
        }

        @Override
        public void plannedOnly() {
            planned.add(service.loadedFor());
        }

        @Override
        public void measuring() {
            service.on();
        }

        @Override
        public void pause() {
            service.off();
        }

        @Override
        public boolean isControlled() {
            return true;
        }

        @Override
        public boolean isCounted() {
            return true;
        }

        @Override
        public Duration rampUp() {
            return Duration.ZERO;
        }

        @Override
        public OptionalDouble cpuSeconds() {
            return OptionalDouble.empty();
        }

        @Override
        public LoadProgress progress() {
            long begun = service.requests(Instant.EPOCH, time.now());
            long hung = service.arm == Arm.CANDIDATE ? Math.round(hanging * begun) : 0;
            return new LoadProgress(begun - hung, service.arm == failing ? begun - hung : 0, 1 + hung);
        }

        @Override
        public void check() {
            if (closed) {
                throw new TargetFailed("the load has ended");
            }
        }

        @Override
        public void stop(Duration limit) throws InterruptedException {
            interruptible();
            service.off();
        }

        @Override
        public LoadResult result(Window window) {
            long requests = service.requests(window.start(), window.end());
            return new LoadResult(
                    window,
                    window.start(),
                    true,
                    List.of(
                            service.arm == failing
                                    ? new RequestStats("GET /", 0, requests, LatencyHistogram.empty())
                                    : new RequestStats("GET /", requests, 0, LatencyHistogram.empty())),
                    new LoadQuality(RATE, RATE, Double.NaN, 0.001),
                    List.of(),
                    failures,
                    List.of());
        }

        @Override
        public void close() {
            closed = true;
            service.off();
            ended(name);
        }
    }
}
