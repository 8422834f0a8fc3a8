package dev.flamegate.gate;

import dev.flamegate.gate.measure.FakeTime;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Faults;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
    static final double RATE = 100;

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

    /** Users who wait when the load begins; three in ten requests more than planned are answered until none is left. */
    long queue;

    /** The arm whose requests all fail; none if {@code null}. */
    @Nullable
    Arm failing;

    /** The compilers' share of the targets' CPU, all of it that of the second one. */
    double jitShare;

    /** CPUs that both targets and their loads share; empty if unknown. */
    public OptionalDouble sharedCpus = OptionalDouble.empty();

    /** The options of the virtual machines of the targets, as these report them; {@code null} for what the plan says. */
    @Nullable
    String reportedOptions;

    public final List<String> running = new ArrayList<>();

    /** Is told what begins and ends, in the order in which it does. */
    public Consumer<String> events = event -> {};

    final List<Faults.Failure> failures = new ArrayList<>();

    /** What a target records of itself, or why it cannot; targets record where it is set. */
    @Nullable
    public Recorded recording;

    /** A recording, or a problem. */
    public record Recorded(byte[] file, @Nullable String problem) {}

    private final Map<Arm, Double> cost = new EnumMap<>(Map.of(Arm.BASELINE, 0.004, Arm.CANDIDATE, 0.004));

    @Nullable
    ToDoubleFunction<ArmSpec> costOf;

    BiConsumer<Arm, Integer> onReady = (arm, start) -> {};

    @Nullable
    ToDoubleFunction<ArmSpec> costAtStart;

    Consumer<ArmSpec> onReadyOf = arm -> {};
    int starts;

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
        FakeRuntime runtime = new FakeRuntime(this);
        return new TestBed(setup, runtime, (baseUrl, work) -> new FakeLoad(this, runtime.at(baseUrl)), time);
    }

    synchronized void begun(String what) {
        started.add(what);
        running.add(what);
        events.accept(what + " started");
    }

    synchronized void ended(String what) {
        if (running.remove(what)) {
            events.accept(what + " ended");
        }
    }

    static void interruptible() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** What a request costs an arm, which can change at any time. */
    double costOf(Arm arm) {
        return cost.get(arm);
    }
}
