/**
 * What differs between the code of two builds: methods whose bytecode changed, and what they call. Input: the jars of both
 * ({@link dev.flamegate.targets.AppFiles}). Output: {@link dev.flamegate.gate.changes.ChangedMethods}, whose calls can be
 * counted.
 */
@NullMarked
package dev.flamegate.gate.changes;

import org.jspecify.annotations.NullMarked;
