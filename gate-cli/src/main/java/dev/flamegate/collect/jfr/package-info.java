/**
 * Recordings of the profiler: JFR chunks of the Pyroscope agent, or of async-profiler itself, as samples that can be
 * cut by any window of time later.
 *
 * <p>Input: files of one or more chunks, and the agent's snapshot of labels. Output:
 * {@link dev.flamegate.collect.jfr.ProfileCut}. Read with {@code jdk.jfr.consumer}, which takes the layout of events
 * from the recording: the agent's profiler adds fields that readers with a fixed layout fail on.
 */
@NullMarked
package dev.flamegate.collect.jfr;

import org.jspecify.annotations.NullMarked;
