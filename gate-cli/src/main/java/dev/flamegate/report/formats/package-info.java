/** Formats of one file each, for machines: a {@link dev.flamegate.report.GateReport} in, the bytes of JUnit's XML out. */
@NullMarked
package dev.flamegate.report.formats;

import org.jspecify.annotations.NullMarked;
