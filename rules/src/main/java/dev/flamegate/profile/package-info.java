/**
 * Call trees of profiles: what was sampled where, kept whole, with thread pool, request label and thread state
 * beside each sample.
 *
 * <p>Weights are nanoseconds (CPU, wall, lock) or bytes (allocation). Recordings are read elsewhere; this package
 * has no input or output of its own.
 */
@NullMarked
package dev.flamegate.profile;

import org.jspecify.annotations.NullMarked;
