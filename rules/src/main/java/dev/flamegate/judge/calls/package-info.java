/**
 * The evaluation of counted calls: which methods the candidate of a comparison calls more often. Input: the
 * {@link dev.flamegate.model.Pair.Calls} of its pairs. Output: {@link dev.flamegate.model.finding.MoreCalls}, and the
 * {@link dev.flamegate.model.finding.Calls} of any method that was counted.
 */
@NullMarked
package dev.flamegate.judge.calls;

import org.jspecify.annotations.NullMarked;
