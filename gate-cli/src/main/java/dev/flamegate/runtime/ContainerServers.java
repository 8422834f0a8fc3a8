package dev.flamegate.runtime;

import dev.flamegate.model.Warning;
import dev.flamegate.targets.container.ContainerNetwork;
import dev.flamegate.targets.container.Engine;
import dev.flamegate.targets.container.StackSetup;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Servers next to the targets in containers: a Prometheus that scrapes them, and a Pyroscope if it is wanted. */
public interface ContainerServers extends AutoCloseable {
    /**
     * Starts the servers of a runtime: an extension declares its implementation as a service of this type. Without one,
     * the gate scrapes containers itself, as it does processes.
     */
    interface Provider {
        /**
         * Starts the servers in the background.
         *
         * @throws dev.flamegate.targets.TargetFailed when the engine makes no network
         */
        ContainerServers start(Engine engine, StackSetup setup);
    }

    /** The network that targets join for the servers to find them. */
    ContainerNetwork network();

    /**
     * Waits until all servers answer.
     *
     * @throws dev.flamegate.targets.TargetFailed when one cannot be started; a missing Pyroscope that is optional is
     *     only a warning
     */
    void awaitReady() throws InterruptedException;

    /** The metrics of one target, to be asked for when the servers are ready. */
    MetricsSource metrics(PlacedTarget placed, MeasurementPlan setup) throws InterruptedException;

    /** The address of Pyroscope; empty without one. */
    Optional<URI> pyroscope();

    /** Warnings about wanted servers that could not be started. */
    List<Warning> warnings();

    /** Images and versions of the servers, for a run's context. */
    Map<String, String> context();

    /**
     * Checks that all servers still run; costs nothing as long as they do.
     *
     * @throws dev.flamegate.targets.TargetFailed when one has ended
     */
    void checkAlive();

    /** Kills and removes the servers, and then their network: targets must be closed before. */
    @Override
    void close();
}
