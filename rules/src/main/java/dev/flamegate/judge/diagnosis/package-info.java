/**
 * Diagnoses: causes that profiles and counters show by themselves, each with its evidence, threshold, remedy and a
 * reference.
 *
 * <p>From a run with its profiles, or two, come the diagnoses that hold
 * ({@link dev.flamegate.judge.diagnosis.Diagnoses}) and a table of the thread pools and requests they are read from
 * ({@link dev.flamegate.judge.diagnosis.PoolTable}). A diagnosis is recognised, not proven: it says where to look.
 */
@NullMarked
package dev.flamegate.judge.diagnosis;

import org.jspecify.annotations.NullMarked;
