package dev.flamegate.demo;

import dev.flamegate.model.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What has to be found. Rules that are not named in {@code broken} must not be broken: a wrong alarm is as wrong as a missed
 * regression.
 *
 * @param verdicts of which the gate's is one
 * @param broken rules by id, with their causes
 * @param mayBreak ids of rules that are worse too, but need not be decided when the verdict is: a comparison ends at the first
 *     rule that is surely broken
 * @param holds ids of rules that must be shown to hold
 * @param fallsBy by id of a rule, by how much its indicator is lower than the baseline's at least: 0.4 for 40 %
 * @param diagnoses ids of diagnoses that the report has, each with words that stand in its evidence
 * @param undiagnosed ids of diagnoses that it does not have
 * @param moved whether it is recognised that CPU only moved from method to method
 */
public record Expectation(
        Set<Verdict> verdicts,
        Map<String, Cause> broken,
        List<String> mayBreak,
        List<String> holds,
        Map<String, Double> fallsBy,
        Map<String, List<String>> diagnoses,
        List<String> undiagnosed,
        boolean moved) {
    public Expectation {
        verdicts = Set.copyOf(verdicts);
        broken = Collections.unmodifiableMap(new LinkedHashMap<>(broken));
        mayBreak = List.copyOf(mayBreak);
        holds = List.copyOf(holds);
        fallsBy = Collections.unmodifiableMap(new LinkedHashMap<>(fallsBy));
        diagnoses = Collections.unmodifiableMap(new LinkedHashMap<>(diagnoses));
        undiagnosed = List.copyOf(undiagnosed);
        if (verdicts.isEmpty()) {
            throw new CatalogueProblem("an expectation has a verdict");
        }
        if (verdicts.contains(Verdict.FAIL) == broken.isEmpty()) {
            throw new CatalogueProblem("a verdict of FAIL has broken rules, and no other has");
        }
    }

    /**
     * What a broken rule's finding says of its cause. Frames are patterns: {@code *} stands for any characters.
     *
     * @param culprit the frame named; {@code null} for any or none
     * @param through a frame on the culprit's path, itself included; {@code null} for any or none
     * @param diagnosis id; {@code null} for any or none
     */
    public record Cause(
            @Nullable String culprit,
            @Nullable String through,
            @Nullable String diagnosis) {}
}
