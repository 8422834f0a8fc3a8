/**
 * Reports: pure writers that take one {@link dev.flamegate.report.GateReport} and answer bytes or text. Nothing here
 * opens a file, prints, or knows about a CI system. Rounding and units for people exist only here; values come in as
 * base units.
 */
@NullMarked
package dev.flamegate.report;

import org.jspecify.annotations.NullMarked;
