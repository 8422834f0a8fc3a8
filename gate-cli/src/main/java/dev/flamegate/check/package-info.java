/**
 * What a check before a measurement is: one question about a {@link dev.flamegate.check.Situation}, answered by a
 * {@link dev.flamegate.check.CheckResult} with its remedy. The command {@code doctor} asks those of all extensions.
 */
@NullMarked
package dev.flamegate.check;

import org.jspecify.annotations.NullMarked;
