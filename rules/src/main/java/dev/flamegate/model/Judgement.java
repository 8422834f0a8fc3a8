package dev.flamegate.model;

import java.util.List;
import java.util.Map;

/**
 * The judging of one run.
 *
 * @param verdict worst of the findings, or INVALID
 * @param findings one per rule, criterion and part of the service, in the order of the rules
 * @param validity what is unsound or doubtful about the measurement
 * @param baselines ids of the stored runs compared with, by the reference as written in the rules
 */
public record Judgement(
        Verdict verdict, List<Finding> findings, List<ValidityProblem> validity, Map<String, String> baselines) {
    public Judgement {
        findings = List.copyOf(findings);
        validity = List.copyOf(validity);
        baselines = Map.copyOf(baselines);
    }
}
