/**
 * JUnit XML: a {@link dev.flamegate.report.GateReport} in, one document out that CI systems show as tests.
 */
@NullMarked
package dev.flamegate.report.junit;

import org.jspecify.annotations.NullMarked;
