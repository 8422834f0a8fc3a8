/**
 * Reads data from a running target, with a package for each source: exact counters
 * ({@link dev.flamegate.collect.probe}), profiles ({@link dev.flamegate.collect.receiver},
 * {@link dev.flamegate.collect.jfr}, or from a server, {@link dev.flamegate.collect.pyroscope}) and the target's own
 * metrics ({@link dev.flamegate.collect.prometheus}).
 *
 * <p>Input: sockets and files. Output: values of {@link dev.flamegate.model} and {@link dev.flamegate.profile} with
 * the warnings about them. Nothing here judges.
 */
@NullMarked
package dev.flamegate.collect;

import org.jspecify.annotations.NullMarked;
