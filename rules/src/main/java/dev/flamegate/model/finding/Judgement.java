package dev.flamegate.model.finding;

import dev.flamegate.model.rule.BaselineRef;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The judgement on one run.
 *
 * @param verdict worst of the findings, or INVALID
 * @param findings one per rule, criterion and part of the service, in the order of the rules
 * @param validity what is unsound or doubtful about the measurement
 * @param baselines ids of the runs compared with, by their reference in the rules; the first one is shown
 */
public record Judgement(
        Verdict verdict,
        List<Finding> findings,
        List<ValidityProblem> validity,
        Map<BaselineRef, List<String>> baselines) {
    public Judgement {
        findings = List.copyOf(findings);
        validity = List.copyOf(validity);
        Map<BaselineRef, List<String>> copy = new LinkedHashMap<>();
        baselines.forEach((reference, ids) -> copy.put(reference, List.copyOf(ids)));
        baselines = Collections.unmodifiableMap(copy);
    }

    /** Returns this judgement with its findings replaced by the same ones, of which more is known. */
    public Judgement with(List<Finding> others) {
        return new Judgement(verdict, others, validity, baselines);
    }
}
