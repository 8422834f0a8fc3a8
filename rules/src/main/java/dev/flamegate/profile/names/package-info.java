/**
 * Names in profiles: of frames and threads in a form that is equal for equal code in every start of every build, the
 * buckets of the machine's own threads, and whose code a name is.
 *
 * <p>Input: names as profilers write them. Output: names that trees are built, merged, compared and stored by. What a
 * recording called a frame is kept as well, for display, by {@link dev.flamegate.profile.StackTrie}.
 */
@NullMarked
package dev.flamegate.profile.names;

import org.jspecify.annotations.NullMarked;
