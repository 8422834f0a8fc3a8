/**
 * The gate's side of the probe: a server that the agent in the target connects to
 * ({@link dev.flamegate.collect.probe.ProbeServer}), the connection with one target
 * ({@link dev.flamegate.collect.probe.Probe}), and readings whose differences are exact increments of counters
 * ({@link dev.flamegate.collect.probe.ProbeReading}).
 */
@NullMarked
package dev.flamegate.collect.probe;

import org.jspecify.annotations.NullMarked;
