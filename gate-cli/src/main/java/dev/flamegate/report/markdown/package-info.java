/**
 * The summary for pull requests and job pages: a {@link dev.flamegate.report.GateReport} in, Markdown out.
 */
@NullMarked
package dev.flamegate.report.markdown;

import org.jspecify.annotations.NullMarked;
