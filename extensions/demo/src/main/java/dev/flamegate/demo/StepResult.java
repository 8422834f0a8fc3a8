package dev.flamegate.demo;

import dev.flamegate.demo.Scenario.Step;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Messages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The gate's findings in a step, and how they differ from what was expected.
 *
 * @param step its name
 * @param command it was measured with
 * @param broken a line for each broken rule, with figures, culprit and diagnosis
 * @param held a line for each rule expected to hold or to fall, with figures
 * @param diagnoses a line for each diagnosis of the report
 * @param differences from the expectation, a sentence each; empty if it is as expected
 * @param seconds it took
 */
record StepResult(
        String step,
        String command,
        Verdict verdict,
        List<Line> broken,
        List<Line> held,
        List<Line> diagnoses,
        List<String> differences,
        double seconds) {
    public StepResult {
        broken = List.copyOf(broken);
        held = List.copyOf(held);
        diagnoses = List.copyOf(diagnoses);
        differences = List.copyOf(differences);
    }

    /** Puts the gate's findings in a step into words. */
    static StepResult of(Step step, GateReport report, double seconds) {
        Set<String> shown = new LinkedHashSet<>(step.expected().holds());
        shown.addAll(step.expected().fallsBy().keySet());
        List<Line> broken = new ArrayList<>();
        List<Line> held = new ArrayList<>();
        for (Finding finding : report.judgement().findings()) {
            if (Differences.isBroken(finding)) {
                broken.add(line(finding));
            } else if (shown.contains(finding.rule().id())) {
                held.add(line(finding));
            }
        }
        if (step.expected().moved()) {
            Differences.movedCost(report).ifPresent(words -> held.add(new Line("moved", words, List.of(), "")));
        }
        List<Line> diagnoses = report.diagnoses().all().stream()
                .map(one -> new Line(one.id(), one.evidence(), List.of(one.remedy()), ""))
                .toList();
        return new StepResult(
                step.name(),
                step.kind().command(),
                report.judgement().verdict(),
                broken,
                held,
                diagnoses,
                Differences.between(step.expected(), report),
                seconds);
    }

    private static Line line(Finding finding) {
        return new Line(
                finding.rule().id(),
                Messages.of(finding),
                CauseText.plain().of(finding),
                finding.latency().largest().map(part -> part.kind().words()).orElse(""));
    }

    /**
     * A step that could not be measured.
     *
     * @param problem the gate's message
     */
    static StepResult unmeasured(Step step, String problem, double seconds) {
        return new StepResult(
                step.name(),
                step.kind().command(),
                Verdict.INVALID,
                List.of(),
                List.of(),
                List.of(),
                List.of("it could not be measured: " + problem),
                seconds);
    }

    /** True if the step does not differ from the expectation. */
    boolean asExpected() {
        return differences.isEmpty();
    }

    /**
     * A result to show.
     *
     * @param id of a rule or diagnosis
     * @param text a sentence without the full stop
     * @param causes culprit and diagnosis of a rule, a clause each
     * @param part the largest of a latency's growth, in words; empty where none is known
     */
    public record Line(String id, String text, List<String> causes, String part) {
        public Line {
            causes = List.copyOf(causes);
        }
    }
}
