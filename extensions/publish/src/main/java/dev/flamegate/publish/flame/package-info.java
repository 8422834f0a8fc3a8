/**
 * The command {@code flame}: one profile, or two compared, in a given format.
 *
 * <p>Input: profiles of stored runs, or of files of any origin: recordings of Java Flight Recorder and async-profiler,
 * collapsed stacks, pprof, OTLP, flamebearer and our own stored profiles, each also with gzip. What a file is shows in
 * its content, not in its name. Output: a page, a picture, text or bytes.
 */
@NullMarked
package dev.flamegate.publish.flame;

import org.jspecify.annotations.NullMarked;
