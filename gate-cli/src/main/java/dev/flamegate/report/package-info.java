/**
 * Reports: pure writers that take one {@link dev.flamegate.report.GateReport} and answer bytes or text. Nothing here
 * opens a file, prints, or knows about a CI system. Values come in as base units; {@link dev.flamegate.format} rounds
 * them and chooses units for people.
 */
@NullMarked
package dev.flamegate.report;

import org.jspecify.annotations.NullMarked;
