package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Rule.Decision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Growths beside the same work: requests execute in both builds of a comparison what they did, so what grew is not what
 * the candidate does but how fast it does it.
 */
final class SameWork {
    /** Work that grows by less is the same, relative; starts of one build differ by less. */
    private static final double SAME = 0.01;

    private SameWork() {}

    /** True if work was counted, and neither a method that differs nor a kind of work shows a growth. */
    static boolean isIn(Comparison comparison) {
        WorkDifference difference = comparison.difference();
        return difference != null
                && difference.otherwise() == null
                && difference.methods().stream()
                        .noneMatch(method -> method.changed()
                                && (method.calls().more() > 0
                                        || method.instructions().more() > 0))
                && Arrays.stream(WorkCount.values())
                        .allMatch(count ->
                                all(comparison.candidate(), count) <= (1 + SAME) * all(comparison.baseline(), count));
    }

    /** The criterion beside the same work: one that demands work to have grown does not break the build. */
    static Candidacy beside(Candidacy candidacy) {
        return candidacy.rule().decision() == Decision.WITH_WORK ? candidacy.warning() : candidacy;
    }

    /** The finding, which says so if something grew beside the same work. */
    static Finding told(Finding finding) {
        if (finding.reason() != Reason.SIGNIFICANT_BEYOND_LIMIT) {
            return finding;
        }
        List<Warning> warnings = new ArrayList<>(finding.warnings());
        warnings.add(new Warning(
                Notice.SAME_WORK,
                "requests execute the same in both builds, as counted"
                        + (finding.rule().decision() == Decision.WITH_WORK ? ", so the rule only warns" : "")));
        return finding.decided(finding.outcome(), finding.reason(), finding.because(), warnings);
    }

    /** The work of one request of each name, on average over the starts. */
    private static double all(Run run, WorkCount count) {
        return run.work().stream()
                .flatMap(start -> start.requests().values().stream())
                .filter(requests -> requests.counts().containsKey(count))
                .mapToDouble(requests -> requests.counts().get(count).mean())
                .average()
                .orElse(0);
    }
}
