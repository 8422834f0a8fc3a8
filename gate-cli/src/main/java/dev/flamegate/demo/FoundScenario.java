package dev.flamegate.demo;

import dev.flamegate.model.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the gate found in a scenario.
 *
 * @param scenario its name
 * @param machine that it was measured on; empty when nothing could be measured
 * @param steps in order, to the first that could not be measured
 */
public record FoundScenario(String scenario, String machine, List<FoundStep> steps) {
    public FoundScenario {
        steps = List.copyOf(steps);
    }

    /** Whether every step is as expected. */
    public boolean asExpected() {
        return steps.stream().allMatch(FoundStep::asExpected);
    }

    /** Whether there is a step that could not be measured, or not so that it counts. */
    public boolean isInvalid() {
        return steps.stream().anyMatch(step -> step.verdict() == Verdict.INVALID);
    }

    /** How long all steps took. */
    public double seconds() {
        return steps.stream().mapToDouble(FoundStep::seconds).sum();
    }

    /** The verdicts of its steps: {@code PASS, FAIL}. */
    public String verdicts() {
        return steps.stream().map(FoundStep::verdict).map(Verdict::name).collect(Collectors.joining(", "));
    }
}
