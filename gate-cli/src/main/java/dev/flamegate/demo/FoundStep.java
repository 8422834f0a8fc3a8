package dev.flamegate.demo;

import dev.flamegate.model.Verdict;
import java.util.List;

/**
 * What the gate found in a step, and where that is not what was expected.
 *
 * @param step its name
 * @param command that it was measured by
 * @param broken a line for each broken rule, with figures, culprit and diagnosis
 * @param held a line for each rule that was expected to hold or to fall, with figures
 * @param diagnoses a line for each diagnosis of the report
 * @param differences from the expectation, a sentence each; empty when it was met
 * @param seconds it took
 */
public record FoundStep(
        String step,
        String command,
        Verdict verdict,
        List<Line> broken,
        List<Line> held,
        List<Line> diagnoses,
        List<String> differences,
        double seconds) {
    public FoundStep {
        broken = List.copyOf(broken);
        held = List.copyOf(held);
        diagnoses = List.copyOf(diagnoses);
        differences = List.copyOf(differences);
    }

    /**
     * A step that could not be measured.
     *
     * @param problem why, as the gate says it
     */
    static FoundStep unmeasured(Step step, String problem, double seconds) {
        return new FoundStep(
                step.name(),
                step.kind().command(),
                Verdict.INVALID,
                List.of(),
                List.of(),
                List.of(),
                List.of("it could not be measured: " + problem),
                seconds);
    }

    /** Whether it is as expected. */
    public boolean asExpected() {
        return differences.isEmpty();
    }

    /**
     * Something found.
     *
     * @param id of a rule or diagnosis
     * @param text a sentence without the full stop
     * @param causes culprit and diagnosis of a rule, a clause each
     */
    public record Line(String id, String text, List<String> causes) {
        public Line {
            causes = List.copyOf(causes);
        }
    }
}
