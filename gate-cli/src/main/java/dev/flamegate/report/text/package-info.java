/**
 * Words: the English message of every finding, the headline of a report, and the summary for a terminal.
 */
@NullMarked
package dev.flamegate.report.text;

import org.jspecify.annotations.NullMarked;
