package dev.flamegate.gate;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Window;
import dev.flamegate.plan.ArmSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One arm's service: its load goes on and off, and its CPU is what the requests so far have cost. */
final class FakeService {
    private final FakeMachine machine;
    private final Arm arm;
    private final @Nullable ArmSpec spec;
    private double cost;
    private final List<Window> loaded = new ArrayList<>();
    private @Nullable Instant since;
    private @Nullable Window draining;
    private int start;
    private int restarts;
    private List<String> options = List.of();

    /** For how long it has had load, for people. */
    String loadedFor() {
        return arm + " after " + requests(Instant.EPOCH, machine.time.now()) / (long) FakeMachine.RATE + " s";
    }

    FakeService(FakeMachine machine, Arm arm, @Nullable ArmSpec spec) {
        this.machine = machine;
        this.arm = arm;
        this.spec = spec;
        this.cost = machine.costOf != null && spec != null ? machine.costOf.applyAsDouble(spec) : Double.NaN;
    }

    Arm arm() {
        return arm;
    }

    @Nullable
    ArmSpec spec() {
        return spec;
    }

    /** The number of this start among those of both arms, from 1. */
    int start() {
        return start;
    }

    void cost(double seconds) {
        cost = seconds;
    }

    /** What a request costs it; what is set for its arm can change at any machine.time. */
    private double costs() {
        return Double.isNaN(cost) ? machine.costOf(arm) : cost;
    }

    /** The options of its virtual machine. */
    synchronized List<String> options() {
        return options;
    }

    synchronized void restart(int number, List<String> javaOptions) {
        start = number;
        options = javaOptions;
        restarts++;
        loaded.clear();
        since = null;
        draining = null;
    }

    synchronized void on() {
        endDraining();
        if (since == null) {
            since = machine.time.now();
            machine.events.accept(arm + " load on");
        }
    }

    synchronized void off() {
        endDraining();
        if (since != null) {
            loaded.add(new Window(since, machine.time.now()));
            since = null;
            machine.events.accept(arm + " load off");
        }
    }

    /** Gets no new requests, and answers those that wait. */
    synchronized void drain(long waiting) {
        off();
        Instant now = machine.time.now();
        draining = new Window(now, now.plusMillis(Math.round(1e3 * waiting / FakeMachine.RATE)));
    }

    private void endDraining() {
        Instant now = machine.time.now();
        if (draining != null && draining.end().isAfter(now)) {
            draining = new Window(draining.start(), now);
        }
    }

    /** Requests that had waited when the last one came, and have been answered. */
    synchronized long drained() {
        Instant now = machine.time.now();
        return draining == null
                ? 0
                : Math.round(FakeMachine.RATE
                        * new Window(draining.start(), now.isBefore(draining.end()) ? now : draining.end()).seconds());
    }

    /** Requests that ended between two moments. */
    synchronized long requests(Instant from, Instant to) {
        double seconds = 0;
        List<Window> all = new ArrayList<>(loaded);
        if (since != null) {
            all.add(new Window(since, machine.time.now()));
        }
        for (Window window : all) {
            Instant begin = window.start().isAfter(from) ? window.start() : from;
            Instant end = window.end().isBefore(to) ? window.end() : to;
            seconds += Math.max(0, Duration.between(begin, end).toNanos() / 1e9);
        }
        return Math.round(seconds * FakeMachine.RATE);
    }

    synchronized double cpu() {
        return (requests(Instant.EPOCH, machine.time.now()) + drained()) * costs() * jitter(arm, restarts);
    }

    /**
     * Restarts differ a little, as they do on a quiet machine, and always alike: by the pair and the arm, whichever arm
     * the coin starts first. The coin is of the comparison's key, and that of the machine's kernel and JDK.
     */
    private static double jitter(Arm arm, int pair) {
        return 1 + 0.004 * (((2 * pair + arm.ordinal()) * 37 % 11) - 5) / 5;
    }
}
