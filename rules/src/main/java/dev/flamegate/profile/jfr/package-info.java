/**
 * Recordings of Java Flight Recorder and of async-profiler, chunk by chunk: a reader that keeps up with millions of
 * samples.
 *
 * <p>Input: a channel of bytes. Output: samples, one at a time in one
 * reused object ({@link dev.flamegate.profile.jfr.JfrSample}), whose stacks, threads and states are numbers that
 * {@link dev.flamegate.profile.jfr.ChunkStacks} resolves when they are wanted: stacks that no wanted sample has are
 * never decoded.
 *
 * <p>The layout of events comes from each chunk's own metadata, since profilers add fields and JDKs differ. Nothing in
 * a recording is trusted: every length and position is checked against what is there, so that damage ends in an
 * {@link java.io.IOException}, and memory is bounded by the size of the recording.
 */
@NullMarked
package dev.flamegate.profile.jfr;

import org.jspecify.annotations.NullMarked;
