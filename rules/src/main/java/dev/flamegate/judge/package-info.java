/**
 * Judging: rules against a run and what it is compared with; findings and a verdict out.
 *
 * <p>{@link dev.flamegate.judge.Judge} is the entry for a run, {@link dev.flamegate.judge.SequentialJudge} for a
 * comparison, while it grows and when it has ended. {@link dev.flamegate.judge.evidence.Evidence} turns a run into
 * measurements, {@link dev.flamegate.judge.Validity} checks how it was measured, and
 * {@link dev.flamegate.judge.Decision} compares with limits. Nothing here reads a clock, a file or the network: a
 * verdict can be had again from stored runs.
 */
@NullMarked
package dev.flamegate.judge;

import org.jspecify.annotations.NullMarked;
