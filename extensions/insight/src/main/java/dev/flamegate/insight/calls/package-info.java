/**
 * Differences between the code of two builds: methods whose bytecode changed, and the methods they call. Input: the
 * jars of both ({@link dev.flamegate.targets.AppFiles}). Output: {@link dev.flamegate.insight.calls.ChangedMethods},
 * whose calls can be counted.
 */
@NullMarked
package dev.flamegate.insight.calls;

import org.jspecify.annotations.NullMarked;
