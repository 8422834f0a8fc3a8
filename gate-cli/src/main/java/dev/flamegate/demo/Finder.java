package dev.flamegate.demo;

import dev.flamegate.model.Finding;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Messages;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Puts what the gate found in a step into words. */
final class Finder {
    private Finder() {}

    static FoundStep found(Step step, GateReport report, double seconds) {
        Set<String> shown = new LinkedHashSet<>(step.expected().holds());
        shown.addAll(step.expected().fallsBy().keySet());
        List<FoundStep.Line> broken = new ArrayList<>();
        List<FoundStep.Line> held = new ArrayList<>();
        for (Finding finding : report.judgement().findings()) {
            if (Check.isBroken(finding)) {
                broken.add(line(finding));
            } else if (shown.contains(finding.rule().id())) {
                held.add(line(finding));
            }
        }
        if (step.expected().moved()) {
            Moved.words(report).ifPresent(words -> held.add(new FoundStep.Line("moved", words, List.of())));
        }
        List<FoundStep.Line> diagnoses = report.diagnoses().all().stream()
                .map(one -> new FoundStep.Line(one.id(), one.evidence(), List.of(one.remedy())))
                .toList();
        return new FoundStep(
                step.name(),
                step.kind().command(),
                report.judgement().verdict(),
                broken,
                held,
                diagnoses,
                Check.differences(step.expected(), report),
                seconds);
    }

    private static FoundStep.Line line(Finding finding) {
        return new FoundStep.Line(
                finding.rule().id(), Messages.of(finding), CauseText.plain().of(finding));
    }
}
