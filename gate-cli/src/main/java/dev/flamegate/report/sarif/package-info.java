/**
 * SARIF 2.1.0: a {@link dev.flamegate.report.GateReport} in, one document out that code scanning shows at the line of the
 * method that did it.
 */
@NullMarked
package dev.flamegate.report.sarif;

import org.jspecify.annotations.NullMarked;
