/**
 * A test whose outcome is a verdict of the gate. The annotation {@link dev.flamegate.junit.Flamegate} starts an installed gate as a
 * process; what is measured, and how, stands in its plan.
 */
@NullMarked
package dev.flamegate.junit;

import org.jspecify.annotations.NullMarked;
