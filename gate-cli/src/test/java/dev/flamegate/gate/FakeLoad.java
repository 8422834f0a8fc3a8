package dev.flamegate.gate;

import dev.flamegate.load.Load;
import dev.flamegate.load.LoadProgress;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Window;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/** A load that is on or off. */
final class FakeLoad implements Load {
    private final FakeMachine machine;
    private final FakeService service;
    private final String name;
    private boolean closed;

    FakeLoad(FakeMachine machine, FakeService service) {
        this.machine = machine;
        this.service = service;
        this.name = service.arm() + " load";
        machine.begun(name);
    }

    @Override
    public void awaitReady(Duration limit) throws InterruptedException {
        FakeMachine.interruptible();
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
        return machine.hurries;
    }

    @Override
    public void plannedOnly() {
        machine.planned.add(service.loadedFor());
    }

    @Override
    public void measuring() {
        service.on();
    }

    @Override
    public void drain() {
        service.drain(waiting());
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
        return OptionalDouble.of(0);
    }

    @Override
    public LoadProgress progress() {
        long begun = service.requests(Instant.EPOCH, machine.time.now());
        long hung = service.arm() == Arm.CANDIDATE ? Math.round(machine.hanging * begun) : 0;
        long waiting = waiting();
        long ended = begun - hung + machine.queue - waiting;
        return new LoadProgress(ended, service.arm() == machine.failing ? ended : 0, 1 + hung + waiting);
    }

    private long waiting() {
        long begun = service.requests(Instant.EPOCH, machine.time.now());
        return Math.max(0, machine.queue - Math.round(0.3 * begun) - service.drained());
    }

    @Override
    public void check() {
        if (closed) {
            throw new TargetFailed("the load has ended");
        }
    }

    @Override
    public void stop(Duration limit) throws InterruptedException {
        FakeMachine.interruptible();
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
                        service.arm() == machine.failing
                                ? new RequestStats("GET /", 0, requests, LatencyHistogram.empty())
                                : new RequestStats("GET /", requests, 0, LatencyHistogram.empty())),
                new LoadQuality(FakeMachine.RATE, FakeMachine.RATE, Double.NaN, 0.001),
                IntStream.rangeClosed(1, (int) window.seconds())
                        .mapToObj(second -> new SeriesPoint(
                                second, Double.NaN, Double.NaN, FakeMachine.RATE, 0, 0.005, 0.006, Double.NaN))
                        .toList(),
                machine.failures,
                List.of());
    }

    @Override
    public void close() {
        closed = true;
        service.off();
        machine.ended(name);
    }
}
