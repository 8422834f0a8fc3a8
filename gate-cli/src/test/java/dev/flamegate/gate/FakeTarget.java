package dev.flamegate.gate;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Window;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.RunningTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A target that is ready at once, and what it tells of itself. */
final class FakeTarget implements RunningTarget {
    private final FakeMachine machine;
    private final FakeService service;

    FakeTarget(FakeMachine machine, FakeService service) {
        this.machine = machine;
        this.service = service;
    }

    @Override
    public Ready awaitReady() throws InterruptedException {
        FakeMachine.interruptible();
        machine.onReady.accept(service.arm(), service.start());
        if (service.spec() != null) {
            machine.onReadyOf.accept(service.spec());
            if (machine.costAtStart != null) {
                service.cost(machine.costAtStart.applyAsDouble(service.spec()));
            }
        }
        return new Ready(1.0, new FakeCounters(), new NoProfiles(), MetricsSource.NONE, facts());
    }

    private double compiling() {
        return service.options().contains("-XX:TieredStopAtLevel=1") ? 0 : machine.jitShare;
    }

    private ProbeFacts facts() {
        String arguments =
                machine.reportedOptions == null ? String.join(" ", service.options()) : machine.reportedOptions;
        return new ProbeFacts(0, Instant.EPOCH, "", "", "", "", "", "", 0, 0, "", "", arguments, Map.of());
    }

    @Override
    public void checkAlive() {}

    @Override
    public Path log() {
        return Path.of("target.log");
    }

    @Override
    public void limit() {
        machine.limited.add(service.loadedFor());
    }

    @Override
    public void stop() {
        machine.ended(service.arm() + " target");
    }

    @Override
    public void close() {
        stop();
    }

    private final class FakeCounters implements CounterSource, EventRecorder {
        @Override
        public Reading read() {
            return new Reading(machine.time.now(), service.cpu(), compiling());
        }

        @Override
        public Optional<EventRecorder> events() {
            return machine.recording == null ? Optional.empty() : Optional.of(this);
        }

        @Override
        public void record(Map<String, String> settings) {
            machine.events.accept(service.arm() + " records");
            if (Objects.requireNonNull(machine.recording).problem() != null) {
                throw new CollectionFailed(machine.recording.problem());
            }
        }

        @Override
        public void fetch(Path file) throws IOException {
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, Objects.requireNonNull(machine.recording).file());
            machine.events.accept(service.arm() + " recorded");
        }

        @Override
        public void discard() {
            machine.events.accept(service.arm() + " records no longer");
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
}
