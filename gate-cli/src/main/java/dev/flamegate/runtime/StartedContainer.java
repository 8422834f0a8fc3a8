package dev.flamegate.runtime;

import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.prometheus.server.PrometheusServer;
import dev.flamegate.collect.prometheus.server.SeriesSelector;
import dev.flamegate.targets.container.ContainerCounters;
import dev.flamegate.targets.container.ContainerTarget;
import dev.flamegate.targets.container.ObservabilityStack;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One container with its listeners. */
final class StartedContainer implements StartedTarget {
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(20);

    private final Setup setup;
    private final Placed placed;
    private final ContainerTarget target;
    private final Listeners listeners;
    private final @Nullable ObservabilityStack servers;
    private final Consumer<StartedTarget> ended;
    private final ContainerCounters counters;

    /**
     * A container that runs.
     *
     * @param servers beside it; {@code null} without any
     * @param ended told when it is closed
     */
    StartedContainer(
            Setup setup,
            Placed placed,
            ContainerTarget target,
            Listeners listeners,
            @Nullable ObservabilityStack servers,
            Consumer<StartedTarget> ended) {
        this.setup = setup;
        this.placed = placed;
        this.target = target;
        this.listeners = listeners;
        this.servers = servers;
        this.ended = ended;
        this.counters = target.counters();
    }

    @Override
    public ContainerTarget target() {
        return target;
    }

    @Override
    public Sources awaitSources() throws InterruptedException {
        Probe probe = awaitProbe();
        listeners.receiver().expect(probe.facts().pid());
        return new Sources(
                new EngineCheckedCounters(probe, counters), listeners.receiver(), exposition(), probe.facts());
    }

    @Override
    public void checkAlive() {
        target.checkAlive();
        if (servers != null) {
            servers.checkAlive();
        }
    }

    @Override
    public void close() {
        ended.accept(this);
        counters.close();
        target.close();
        listeners.close();
    }

    private Exposition exposition() throws InterruptedException {
        if (servers == null) {
            return OwnScrapes.of(placed, setup);
        }
        servers.awaitReady();
        PrometheusServer prometheus = new PrometheusServer(ServerAddress.of(servers.prometheus()), Servers.limits());
        SeriesSelector selector =
                SeriesSelector.of(Map.of("service", setup.plan().service(), "arm", ContainerRuntime.alias(placed)));
        return new PrometheusExposition(prometheus, selector, setup);
    }

    /** The last of the container's virtual machines: an image may start the service from a script in Java. */
    private Probe awaitProbe() throws InterruptedException {
        try {
            Probe first = listeners.probes().await(OptionalLong.empty(), PROBE_WITHIN);
            return listeners.probes().latest(pid -> true).orElse(first);
        } catch (RuntimeException e) {
            target.checkAlive();
            throw e;
        }
    }
}
