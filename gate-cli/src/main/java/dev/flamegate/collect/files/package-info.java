/**
 * Profiles in files of any origin: recordings of Java Flight Recorder and async-profiler, collapsed stacks, pprof,
 * OTLP, flamebearer and our own stored profiles, each also with gzip.
 *
 * <p>Input: a path. Output: {@link dev.flamegate.profile.Recording}. What a file is shows in its content, not in its
 * name.
 */
@NullMarked
package dev.flamegate.collect.files;

import org.jspecify.annotations.NullMarked;
