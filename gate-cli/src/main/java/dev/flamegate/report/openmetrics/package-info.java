/**
 * OpenMetrics text: a {@link dev.flamegate.report.GateReport} in, samples out for GitLab's metrics report, a Pushgateway
 * or a node exporter's text file.
 */
@NullMarked
package dev.flamegate.report.openmetrics;

import org.jspecify.annotations.NullMarked;
