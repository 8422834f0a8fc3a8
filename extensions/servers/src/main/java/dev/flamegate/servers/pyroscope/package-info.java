/**
 * Profiles from a Pyroscope server that the target already pushes to, versions 1 and 2.
 *
 * <p>Input: the server's HTTP API, by service, labels and window. Output: {@link dev.flamegate.collect.jfr.ProfileCut},
 * like that of the gate's own receiver. Where a server knows less, the result has a warning: it stores pushes as
 * wholes, without threads and states, and may fold small frames.
 */
@NullMarked
package dev.flamegate.servers.pyroscope;

import org.jspecify.annotations.NullMarked;
