/**
 * A badge: a {@link dev.flamegate.report.GateReport} in, one small SVG picture out that needs nothing from elsewhere.
 */
@NullMarked
package dev.flamegate.report.badge;

import org.jspecify.annotations.NullMarked;
