/**
 * Targets in containers, with Prometheus and Pyroscope next to them.
 *
 * <p>In: a Docker engine, the plan's target, its agents and limits. Out: a running
 * {@link dev.flamegate.targets.container.ContainerTarget}, the URLs of an
 * {@link dev.flamegate.servers.stack.ObservabilityStack}, and the engine's counters of a container.
 *
 * <p>Everything made here has the label of its {@link dev.flamegate.targets.Owner}, so that the
 * {@link dev.flamegate.targets.container.Sweep} of the next gate removes what a killed one left. Nothing of the host is
 * mounted: files are copied in, which works with engines elsewhere too. The Docker API is docker-java's, as bundled
 * with Testcontainers; no type of it leaves this package.
 */
@NullMarked
package dev.flamegate.targets.container;

import org.jspecify.annotations.NullMarked;
