package dev.flamegate.gate;

import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.load.Progress;
import dev.flamegate.model.Counter;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.WarmUpBounds;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** The warm-up of a trial, from the first request until JIT share and cost are flat. */
final class WarmUpStage {
    private static final Duration POLL = Duration.ofMillis(500);
    private static final double NOMINAL_RATE = 1000;

    private WarmUpStage() {}

    /** Runs the load until the target is warm or the upper bound is reached. */
    static WarmUp run(Session session, WarmUpBounds bounds, TrialProgress progress) throws InterruptedException {
        WarmUpMonitor monitor = new WarmUpMonitor();
        session.load().go();
        Instant start = session.meter().read().target().at();
        long began = System.nanoTime();
        while (true) {
            Thread.sleep(POLL.toMillis());
            session.check();
            Progress seen = session.load().progress();
            ProbeReading reading = session.meter().read().target();
            double seconds = (System.nanoTime() - began) / 1e9;
            double jit = reading.counter(Counter.CPU_JIT).orElse(0);
            double cpu = reading.counter(Counter.CPU_PROCESS).orElse(0) - jit;
            monitor.add(new WarmUpMonitor.Point(seconds, cpu, jit, requestsFor(session.load(), seen, seconds)));
            boolean flat = monitor.isFlat();
            Duration longest = bounds.atMost();
            progress.stage("warming up", longest.minus(Duration.ofMillis((long) (seconds * 1e3))));
            progress.detail(String.format(
                    Locale.ROOT, "%d requests, JIT %.0f %% of the CPU", seen.ended(), 100 * monitor.jitShare()));
            boolean over = seconds >= longest.toNanos() / 1e9;
            if (over || (flat && seconds >= bounds.atLeast().toNanos() / 1e9)) {
                return new WarmUp(new Window(start, reading.at()), flat, monitor.jitShare(), seen.ended());
            }
        }
    }

    /**
     * What the cost in the warm-up is counted per. Of a simulation that the gate does not lead, requests are known only in
     * lumps of Gatling's log, seconds late; its rate is taken to be steady, and time stands for them.
     */
    private static long requestsFor(GatlingLoad load, Progress seen, double seconds) {
        return load.isControlled() ? seen.ended() : Math.round(seconds * NOMINAL_RATE);
    }
}
