/**
 * Recordings of the profiler: JFR chunks of the Pyroscope agent, or of async-profiler itself, as samples that can be
 * cut by any window of time later.
 *
 * <p>Input: files of one or more chunks, and the agent's snapshot of labels. Output:
 * {@link dev.flamegate.collect.jfr.ProfileCut}. The format itself is read by {@link dev.flamegate.profile.jfr}.
 */
@NullMarked
package dev.flamegate.collect.jfr;

import org.jspecify.annotations.NullMarked;
