/**
 * Records what the virtual machines of both arms do, after all that is judged. Input: targets under load. Output: the
 * {@link dev.flamegate.model.Pair.JvmEvents} of a pair.
 */
@NullMarked
package dev.flamegate.insight.events;

import org.jspecify.annotations.NullMarked;
