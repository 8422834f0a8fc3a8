/**
 * Evidence: what a run says about an indicator, for a trial and for all trials together.
 *
 * <p>{@link dev.flamegate.judge.evidence.Evidence} is the entry: from a run with its profiles, an indicator and a
 * selector it makes {@link dev.flamegate.model.finding.Measurement}s, or says what is missing. Each class next to it
 * covers one source.
 */
@NullMarked
package dev.flamegate.judge.evidence;

import org.jspecify.annotations.NullMarked;
