package dev.flamegate.gate.measure;

import dev.flamegate.collect.CounterReading;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.load.LoadProgress;
import dev.flamegate.model.Counter;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.WarmUpBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The warm-up of a trial, from the first request until JIT share and cost are flat. */
final class WarmUpStage {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final double NOMINAL_RATE = 1000;
    /** The share of the time after a ramp for more users than planned; the rest is at the planned rate. */
    private static final double HURRIED_SHARE = 0.5;

    /** The least time of a hurried load after which compilers that are still at work say something about the service. */
    private static final Duration TELLING = Duration.ofSeconds(15);

    /** The longest wait for a queue to drain: beyond the warm-up's bound, or while no new users are admitted. */
    private static final Duration DRAIN = Duration.ofSeconds(15);

    /** A queue has drained when its target uses less than this share of the CPU that it used at first. */
    private static final double QUEUED_SHARE = 0.7;

    private WarmUpStage() {}

    /**
     * Runs the loads until every target is warm or the upper bound is reached: the same schedule for all of them. Loads
     * that can hurry do so first, until JIT compilers have hardly anything left to do; then targets have to be warm
     * at the planned rate. A load with a ramp is over it first, whatever the bounds say, and a queue that is getting
     * shorter is waited for, some seconds beyond the bound.
     *
     * @param compiler the part that C2 has in the targets
     * @return how each warm-up went, in the order of the sessions
     * @throws SecondCompiler.Unfit when it is on trial, loads have hurried for as long as they may, 15 s at least, and
     *     JIT compilers of all targets are still at work
     */
    static List<WarmUp> run(
            List<Session> sessions, WarmUpBounds bounds, Time time, SecondCompiler compiler, StageProgress progress)
            throws InterruptedException {
        boolean hurried = sessions.stream().anyMatch(session -> session.load().hurries());
        List<WarmUpMonitor> monitors =
                monitors(sessions, hurried ? WarmUpMonitor::whileHurried : WarmUpMonitor::atPlannedRate);
        sessions.forEach(session -> session.load().go());
        for (Session session : sessions) {
            session.awaitLoad();
        }
        List<Instant> starts = new ArrayList<>();
        for (Session session : sessions) {
            starts.add(session.meter().read().target().at());
        }
        Duration ramp = sessions.stream()
                .map(session -> session.load().rampUp())
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        double atLeast = seconds(later(bounds.atLeast(), ramp));
        Duration atMost = later(bounds.atMost(), ramp.plus(bounds.atLeast()));
        double hurriedUntil = seconds(ramp) + HURRIED_SHARE * (seconds(atMost) - seconds(ramp));
        long began = time.nanos();
        while (true) {
            time.sleep(POLL);
            double seconds = (time.nanos() - began) / 1e9;
            boolean flat = true;
            boolean draining = false;
            for (int i = 0; i < sessions.size(); i++) {
                sessions.get(i).check();
                monitors.get(i).add(point(sessions.get(i), seconds));
                flat &= monitors.get(i).isFlat();
                draining |= monitors.get(i).isDraining();
            }
            progress.stage(
                    Stage.WARM_UP, later(atMost.minus(Duration.ofMillis((long) (seconds * 1e3))), Duration.ZERO));
            progress.detail((hurried ? "hurried: " : "") + detail(sessions, monitors));
            if (hurried && (flat || seconds >= hurriedUntil)) {
                if (seconds >= seconds(TELLING) && monitors.stream().allMatch(WarmUpMonitor::isCompiling)) {
                    compiler.checkHalfway(sessions.stream().map(Session::facts).toList());
                }
                sessions.forEach(session -> session.load().plannedOnly());
                hurried = false;
                monitors = monitors(sessions, afterHurry(flat, compiler));
            } else if (seconds >= seconds(draining ? atMost.plus(DRAIN) : atMost) || (flat && seconds >= atLeast)) {
                return ended(sessions, monitors, starts);
            }
        }
    }

    /**
     * Waits until targets have answered the users who queue, while no new ones are admitted. Two targets that were warmed
     * up at once, on CPUs that are too busy for both, have a queue that does not get shorter. Its end shows in how much
     * less CPU the target uses, so users who are pausing in the middle of long journeys are hardly waited for.
     */
    static void drain(List<Session> sessions, Time time, StageProgress progress) throws InterruptedException {
        Map<Session, Double> queued = new LinkedHashMap<>();
        for (Session session : sessions) {
            queued.put(session, session.meter().inUse().target());
            session.load().drain();
        }
        long until = time.nanos() + DRAIN.toNanos();
        while (!queued.isEmpty() && time.nanos() < until) {
            time.sleep(POLL);
            progress.stage(Stage.WARM_UP, Duration.ofNanos(Math.max(0, until - time.nanos())));
            for (Session session : sessions) {
                session.check();
                session.meter().read();
            }
            queued.entrySet()
                    .removeIf(entry -> !(entry.getKey().meter().inUse().target() > QUEUED_SHARE * entry.getValue()));
        }
    }

    private static Supplier<WarmUpMonitor> afterHurry(boolean flat, SecondCompiler compiler) {
        if (flat) {
            return WarmUpMonitor::afterHurry;
        }
        return compiler.isLeftOut() ? WarmUpMonitor::afterHurryWithC1 : WarmUpMonitor::atPlannedRate;
    }

    private static List<WarmUpMonitor> monitors(List<Session> sessions, Supplier<WarmUpMonitor> kind) {
        return sessions.stream().map(session -> kind.get()).toList();
    }

    private static Duration later(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static List<WarmUp> ended(List<Session> sessions, List<WarmUpMonitor> monitors, List<Instant> starts)
            throws InterruptedException {
        List<WarmUp> warmUps = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            Session session = sessions.get(i);
            Window window =
                    new Window(starts.get(i), session.meter().read().target().at());
            WarmUpMonitor monitor = monitors.get(i);
            warmUps.add(new WarmUp(
                    window,
                    monitor.isFlat(),
                    monitor.jitShare(),
                    session.load().progress().ended(),
                    monitor.cpus()));
        }
        return warmUps;
    }

    private static WarmUpMonitor.Point point(Session session, double seconds) throws InterruptedException {
        LoadProgress seen = session.load().progress();
        CounterReading reading = session.meter().read().target();
        double jit = reading.counter(Counter.CPU_JIT).orElse(0);
        double cpu = reading.counter(Counter.CPU_PROCESS).orElse(0) - jit;
        long waiting = session.load().isControlled() ? Math.max(0, seen.active()) : 0;
        // Journeys begun, since not every journey is seen to end. Of a load that neither declares a rate nor has extra
        // users, they may go on for ever, or be known seconds late; its rate is steady, and time is used instead.
        boolean counted = session.load().isCounted() || session.load().hurries();
        long requests = counted ? seen.ended() + waiting : Math.round(seconds * NOMINAL_RATE);
        return new WarmUpMonitor.Point(seconds, cpu, jit, requests, waiting);
    }

    private static String requests(LoadProgress seen) {
        return seen.equals(LoadProgress.UNSEEN)
                ? seen.text()
                : Names.plural(seen.ended(), "request") + (seen.failed() > 0 ? ", " + seen.failed() + " failed" : "");
    }

    private static String detail(List<Session> sessions, List<WarmUpMonitor> monitors) {
        List<String> each = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            double jit = monitors.get(i).jitShare();
            each.add(requests(sessions.get(i).load().progress())
                    + (Double.isNaN(jit) ? "" : ", JIT " + Numbers.rough(jit) + " of the CPU"));
        }
        return String.join(" | ", each);
    }
}
