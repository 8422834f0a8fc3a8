/**
 * The product in one sentence: start the target, load it, measure, store, judge, report. Orchestration and
 * clean-up only; every step is in another package.
 *
 * <p>In: a plan and its rules. Out: a {@link dev.flamegate.report.GateReport}; runs in the history, reports in their
 * folder.
 */
@NullMarked
package dev.flamegate.gate;

import org.jspecify.annotations.NullMarked;
