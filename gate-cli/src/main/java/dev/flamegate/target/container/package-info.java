/**
 * Targets in containers, with Prometheus and Pyroscope beside them.
 *
 * <p>In: a Docker engine, the plan's target, its agents and limits. Out: a running
 * {@link dev.flamegate.target.container.ContainerTarget}, the URLs of an
 * {@link dev.flamegate.target.container.ObservabilityStack}, and the engine's counters of a container.
 *
 * <p>Everything made here bears the label of its {@link dev.flamegate.target.container.Owner}, so that the
 * {@link dev.flamegate.target.container.Sweep} of the next gate removes what a killed one left. Nothing of the host is
 * mounted: files are copied in, which works with engines elsewhere too. The Docker API is docker-java's, in the shape in
 * which Testcontainers brings it; no type of it leaves this package.
 */
@NullMarked
package dev.flamegate.target.container;

import org.jspecify.annotations.NullMarked;
