/**
 * Formats of one file each, for machines and forges: a {@link dev.flamegate.report.GateReport} in, the bytes of a
 * JUnit XML, Markdown, OpenMetrics or SARIF out. {@code gate.ReportFolder} lists them.
 */
@NullMarked
package dev.flamegate.report.formats;

import org.jspecify.annotations.NullMarked;
