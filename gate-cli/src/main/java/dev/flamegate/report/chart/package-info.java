/**
 * Charts as inline SVG: numbers in base units in, markup out. Geometry is in presentation attributes and colour in
 * CSS classes, so that a page without inline styles can show them.
 */
@NullMarked
package dev.flamegate.report.chart;

import org.jspecify.annotations.NullMarked;
