/**
 * Call trees of profiles: the samples with their stacks, kept whole, with thread pool, request label and thread state
 * with each sample.
 *
 * <p>Weights are nanoseconds (CPU, wall, lock) or bytes (allocation). Recordings are read elsewhere
 * ({@link dev.flamegate.profile.jfr}, {@link dev.flamegate.profile.format}); this package has no input or output except
 * the compact form that runs are stored in.
 */
@NullMarked
package dev.flamegate.profile;

import org.jspecify.annotations.NullMarked;
