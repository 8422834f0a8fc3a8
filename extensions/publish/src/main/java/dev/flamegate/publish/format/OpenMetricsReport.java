package dev.flamegate.publish.format;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CauseText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OpenMetrics 1.0 text, all of it gauges: readers of the older text format, such as a Pushgateway, know no sets of
 * states. Values are in the unit that the rule uses, with the unit as a label, and have four significant digits: GitLab
 * compares them as texts with those of the target branch. No label contains what changes from run to run by itself,
 * such as a run's id.
 */
public final class OpenMetricsReport {
    private final GateReport report;
    private final String service;

    private OpenMetricsReport(GateReport report) {
        this.report = report;
        this.service = report.run().service();
    }

    /** The text in UTF-8, ended by {@code # EOF}. */
    public static byte[] write(GateReport report) {
        return new OpenMetricsReport(report).text().getBytes(StandardCharsets.UTF_8);
    }

    private String text() {
        return verdict().text()
                + values().text()
                + growths().text()
                + detectable().text()
                + broken().text()
                + shares().text()
                + changes().text()
                + pairs().text()
                + "# EOF\n";
    }

    private Family verdict() {
        Family family = new Family("flamegate_verdict", "gauge", "The gate's word: one of these is 1.");
        for (Verdict verdict : Verdict.values()) {
            Map<String, String> labels = labels();
            labels.put("verdict", verdict.name());
            family.add(labels, report.judgement().verdict() == verdict ? 1 : 0);
        }
        return family;
    }

    private Family values() {
        Family family = new Family("flamegate_value", "gauge", "What was measured, in the unit of its label.");
        for (Finding finding : report.judgement().findings()) {
            Map<String, String> labels = subject(finding);
            labels.put("unit", finding.rule().indicator().unit().symbol());
            family.add(labels, in(finding.value(), finding.rule().indicator().unit()));
        }
        return family;
    }

    private Family growths() {
        Family family = new Family(
                "flamegate_growth_ratio", "gauge", "Relative change against the criterion's baseline: 0.1 = +10 %.");
        report.judgement().findings().forEach(finding -> family.add(criterion(finding), finding.growth()));
        return family;
    }

    private Family detectable() {
        Family family = new Family(
                "flamegate_detectable_ratio", "gauge", "Smallest growth that would have been seen nine times in ten.");
        report.judgement().findings().forEach(finding -> family.add(criterion(finding), finding.detectable()));
        return family;
    }

    private Family broken() {
        Family family = new Family("flamegate_broken", "gauge", "1 where a criterion is broken, else 0.");
        for (Finding finding : report.judgement().findings()) {
            boolean broken = finding.outcome() == Outcome.FAIL
                    || (finding.outcome() == Outcome.WARN && finding.level() == Level.SHOULD);
            family.add(criterion(finding), broken ? 1 : 0);
        }
        return family;
    }

    private Family shares() {
        Family family = new Family(
                "flamegate_culprit_share_ratio",
                "gauge",
                "Part of a growth that the culprit explains, above 1 possible.");
        for (Finding finding : report.judgement().findings()) {
            if (finding.culprit() != null) {
                family.add(
                        culprit(finding, finding.culprit()), finding.culprit().share());
            }
        }
        return family;
    }

    private Family changes() {
        Family family =
                new Family("flamegate_culprit_change", "gauge", "Change of the cost per request of the culprit.");
        for (Finding finding : report.judgement().findings()) {
            Culprit culprit = finding.culprit();
            if (culprit != null) {
                Unit unit = CauseText.unit(culprit);
                Map<String, String> labels = culprit(finding, culprit);
                labels.put("unit", unit.symbol());
                family.add(
                        labels,
                        in(culprit.evidence().value() - culprit.evidence().baseline(), unit));
            }
        }
        return family;
    }

    private Family pairs() {
        Family family = new Family("flamegate_pairs", "gauge", "Pairs of a comparison that count.");
        report.comparison().ifPresent(compared -> family.add(labels(), compared.valid()));
        return family;
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("service", service);
        return labels;
    }

    private Map<String, String> subject(Finding finding) {
        Map<String, String> labels = labels();
        labels.put("indicator", finding.rule().indicator().name());
        for (SelectorKind kind : SelectorKind.values()) {
            String name = finding.selector().parts().get(kind);
            if (name != null) {
                labels.put(kind.key(), name);
            }
        }
        return labels;
    }

    private Map<String, String> criterion(Finding finding) {
        Map<String, String> labels = subject(finding);
        labels.put("rule", finding.rule().id());
        labels.put("criterion", finding.criterion().text());
        labels.put("level", finding.level().name().toLowerCase(Locale.ROOT));
        return labels;
    }

    private Map<String, String> culprit(Finding finding, Culprit culprit) {
        Map<String, String> labels = criterion(finding);
        labels.put("culprit", culprit.frame());
        return labels;
    }

    private static @Nullable Double in(@Nullable Double base, Unit unit) {
        return base == null ? null : base / unit.toBase();
    }
}
