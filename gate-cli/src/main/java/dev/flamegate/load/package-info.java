/**
 * Drives the load: starts Gatling as a child JVM, or the command of another tool, takes it through warm-up, measurement
 * and end, and reads what it logged. In: the plan's {@link dev.flamegate.plan.LoadSpec} and the target's base URL. Out:
 * a {@link dev.flamegate.load.LoadResult} per window; {@link dev.flamegate.load.LoadFailed} when there can be none.
 */
@NullMarked
package dev.flamegate.load;

import org.jspecify.annotations.NullMarked;
