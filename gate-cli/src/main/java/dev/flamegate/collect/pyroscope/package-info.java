/**
 * Profiles from a Pyroscope server that the target already pushes to, versions 1 and 2.
 *
 * <p>Input: the server's HTTP API, by service, labels and window. Output: {@link dev.flamegate.collect.jfr.ProfileCut},
 * like that of the gate's own receiver. What a server cannot tell as well is a warning of the cut: it keeps pushes as
 * wholes, no threads and no states, and it may fold small frames away.
 */
@NullMarked
package dev.flamegate.collect.pyroscope;

import org.jspecify.annotations.NullMarked;
