package dev.flamegate.containers;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.containers.engine.ContainerTarget;
import dev.flamegate.containers.servers.ObservabilityStack;
import dev.flamegate.runtime.Listeners;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.runtime.OwnScrapes;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.ServerMetrics;
import dev.flamegate.targets.ContainerCounters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

final class StartedContainer implements RunningTarget {
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(20);

    private final MeasurementPlan setup;
    private final PlacedTarget placed;
    private final ContainerTarget target;
    private final Listeners listeners;
    private final @Nullable ObservabilityStack servers;
    private final @Nullable ServerMetrics reader;
    private final Consumer<StartedContainer> ended;
    private final ContainerCounters counters;

    /**
     * A container that runs.
     *
     * @param servers next to it; {@code null} without any
     * @param reader of what the Prometheus among them has; {@code null} without any
     * @param ended called when it is closed
     */
    StartedContainer(
            MeasurementPlan setup,
            PlacedTarget placed,
            ContainerTarget target,
            Listeners listeners,
            @Nullable ObservabilityStack servers,
            @Nullable ServerMetrics reader,
            Consumer<StartedContainer> ended) {
        this.setup = setup;
        this.placed = placed;
        this.target = target;
        this.listeners = listeners;
        this.servers = servers;
        this.reader = reader;
        this.ended = ended;
        this.counters = target.counters();
    }

    ContainerTarget target() {
        return target;
    }

    @Override
    public Ready awaitReady() throws InterruptedException {
        double startup = target.awaitReady();
        // Of the container's last virtual machine: an image may start the service from a Java script.
        Probe probe = listeners.awaitProbe(OptionalLong.empty(), PROBE_WITHIN, pid -> true, target::checkAlive);
        listeners.receiver().expect(probe.facts().pid());
        return new Ready(
                startup, new EngineCheckedCounters(probe, counters), listeners.receiver(), metrics(), probe.facts());
    }

    @Override
    public void limit() {
        target.limit();
    }

    @Override
    public void stop() {
        target.close();
    }

    @Override
    public void checkAlive() {
        target.checkAlive();
        if (servers != null) {
            servers.checkAlive();
        }
    }

    @Override
    public Path log() {
        return target.log();
    }

    @Override
    public void close() {
        ended.accept(this);
        counters.close();
        target.close();
        listeners.close();
    }

    private MetricsSource metrics() throws InterruptedException {
        if (servers == null || reader == null) {
            return OwnScrapes.ofReady(placed, setup);
        }
        servers.awaitReady();
        Map<String, String> labels = Map.of("service", setup.plan().service(), "arm", placed.alias());
        return reader.of(servers.prometheus(), labels, setup);
    }
}
