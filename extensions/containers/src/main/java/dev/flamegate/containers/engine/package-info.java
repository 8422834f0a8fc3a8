/**
 * A Docker engine, and containers in it. In: the plan's target or what stands beside it, its agents and limits. Out: a
 * running {@link dev.flamegate.containers.engine.ContainerTarget} or
 * {@link dev.flamegate.containers.engine.BesideContainer}, and the engine's counters of it.
 *
 * <p>Everything made here has the label of its {@link dev.flamegate.targets.Owner}, so that the
 * {@link dev.flamegate.containers.engine.Sweep} of the next gate removes what a killed one left. Nothing of the host is
 * mounted: files are copied in, which works with engines elsewhere too. The Docker API is docker-java's, as bundled
 * with Testcontainers; no type of it leaves this package.
 */
@NullMarked
package dev.flamegate.containers.engine;

import org.jspecify.annotations.NullMarked;
