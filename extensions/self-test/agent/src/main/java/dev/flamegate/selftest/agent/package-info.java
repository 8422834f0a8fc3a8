/** A Java agent that makes one method of its target do more, in a known way. */
@NullMarked
package dev.flamegate.selftest.agent;

import org.jspecify.annotations.NullMarked;
