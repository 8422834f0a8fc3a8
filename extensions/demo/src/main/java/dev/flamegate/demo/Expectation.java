package dev.flamegate.demo;

import dev.flamegate.model.finding.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The findings that a step must lead to. Rules not named in {@code broken} must not be broken: a false alarm is as bad
 * as a missed regression.
 *
 * @param verdicts acceptable from the gate
 * @param broken rules by id, with their causes
 * @param mayBreak ids of rules that get worse too, but may still be undecided: a comparison ends as soon as one rule is
 *     certainly broken
 * @param holds ids of rules that must be shown to hold
 * @param fallsBy by id of a rule, the least relative fall of its indicator against the baseline: 0.4 for 40 %
 * @param diagnoses ids of diagnoses in the report, each with words that its evidence contains
 * @param undiagnosed ids of diagnoses that must not be in the report
 * @param moved whether the report must recognise that CPU only moved from method to method
 */
record Expectation(
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
            throw new CatalogueProblem("an expectation needs a verdict");
        }
        if (verdicts.contains(Verdict.FAIL) == broken.isEmpty()) {
            throw new CatalogueProblem("a verdict of FAIL needs broken rules, and no other verdict may have any");
        }
    }

    /**
     * The cause that a broken rule's finding must name. Frames are patterns: {@code *} matches any characters.
     *
     * @param culprit the frame named; {@code null} for any or none
     * @param through a frame on the culprit's path, itself included; {@code null} for any or none
     * @param diagnosis id; {@code null} for any or none
     * @param part key of the largest part of a latency's growth, such as {@code lock}; {@code null} for any or none
     */
    public record Cause(
            @Nullable String culprit,
            @Nullable String through,
            @Nullable String diagnosis,
            @Nullable String part) {}
}
