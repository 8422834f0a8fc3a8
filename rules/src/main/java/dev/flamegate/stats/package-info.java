/**
 * Statistics that say when they cannot tell: samples of trials in, estimates with their intervals out.
 *
 * <p>A {@link dev.flamegate.stats.PairedSample} or {@link dev.flamegate.stats.Moments} of trials gives a
 * {@link dev.flamegate.stats.Change}; with a limit it is an {@link dev.flamegate.stats.Estimate}, on which
 * {@link dev.flamegate.stats.Sequential} decides when to stop.
 *
 * <p>The unit of replication is the trial, a restart of the virtual machine; requests or scrapes inside one trial are
 * never taken for independent values. Distributions come from Commons Statistics.
 */
@NullMarked
package dev.flamegate.stats;

import org.jspecify.annotations.NullMarked;
