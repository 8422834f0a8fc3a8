/**
 * Starts the targets of a plan and connects their probes, profilers and metrics. Runs them as processes of this host
 * ({@code ProcessRuntime}); extensions add further runtimes ({@link dev.flamegate.runtime.RuntimeProvider}). In: a
 * target of a plan. Out: a target that answers, with the sources of its counters, its profiles and its metrics;
 * whatever was started is ended again.
 */
@NullMarked
package dev.flamegate.runtime;

import org.jspecify.annotations.NullMarked;
