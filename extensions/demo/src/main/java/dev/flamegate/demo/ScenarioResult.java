package dev.flamegate.demo;

import dev.flamegate.model.finding.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The gate's findings in a scenario.
 *
 * @param scenario its name
 * @param machine it was measured on; empty when nothing could be measured
 * @param steps in order, up to the first that could not be measured
 */
record ScenarioResult(String scenario, String machine, List<StepResult> steps) {
    public ScenarioResult {
        steps = List.copyOf(steps);
    }

    boolean asExpected() {
        return steps.stream().allMatch(StepResult::asExpected);
    }

    /** True if a step could not be measured, or is not valid. */
    boolean isInvalid() {
        return steps.stream().anyMatch(step -> step.verdict() == Verdict.INVALID);
    }

    /** Time for all steps, in seconds. */
    public double seconds() {
        return steps.stream().mapToDouble(StepResult::seconds).sum();
    }

    /** The largest part of each latency that broke its rule: {@code waiting for locks}. */
    public String latencyParts() {
        return steps.stream()
                .flatMap(step -> step.broken().stream())
                .map(StepResult.Line::part)
                .filter(part -> !part.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** The verdicts of the scenario's steps: {@code PASS, FAIL}. */
    public String verdicts() {
        return steps.stream().map(StepResult::verdict).map(Verdict::name).collect(Collectors.joining(", "));
    }
}
