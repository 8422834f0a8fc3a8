/**
 * Attribution: which method explains a growth of cost per request.
 *
 * <p>In go the profiles of two runs, or of the pairs of a comparison; out come the cost of every method in both with
 * its change and doubt ({@link dev.flamegate.judge.attribution.DifferentialCost}) and the culprit
 * ({@link dev.flamegate.judge.attribution.Attribution}), or why none stands out. Costs are seconds, or bytes for
 * allocation, per successful request. The unit of evidence is the trial; how its costs scatter is learnt from all
 * methods together.
 */
@NullMarked
package dev.flamegate.judge.attribution;

import org.jspecify.annotations.NullMarked;
