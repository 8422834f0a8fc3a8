/**
 * The HTML report: a {@link dev.flamegate.report.GateReport} in, {@code index.html} and {@code report.css} out. The
 * page is complete without any script or inline style, as Jenkins' default content security policy demands. View
 * records hold finished strings and pictures; the templates do no arithmetic.
 */
@NullMarked
package dev.flamegate.report.html;

import org.jspecify.annotations.NullMarked;
