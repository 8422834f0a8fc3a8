package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.chart.GrowthChart;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.template.Templates;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Explanations;
import dev.flamegate.report.text.Messages;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The table of findings, worst first. When there are very many, the mildest are combined into one line per rule.
 *
 * @param scale marks of the growth column; empty markup when no finding has a growth
 * @param groups why several findings have nothing to compare with or were not measured, a sentence for each reason
 * @param rest one line per rule for findings without a row
 */
public record FindingsView(
        List<FindingRow> rows,
        boolean hasGrowth,
        TemplateHTMLOutputModel scale,
        List<String> groups,
        String restTitle,
        List<String> rest) {
    private static final int MOST_ROWS = 300;

    /** One finding; {@code message} is empty when one of the groups says it, {@code link} without a culprit. */
    public record FindingRow(
            String outcome,
            String key,
            String symbol,
            String rule,
            String part,
            String indicator,
            String level,
            String value,
            String limit,
            String growth,
            TemplateHTMLOutputModel chart,
            String message,
            List<String> notes,
            String link) {}

    static FindingsView of(GateReport report) {
        Explanations explanations = Explanations.of(report.worstFirst());
        List<Finding> findings = Explanations.rows(report.worstFirst());
        List<Finding> shown = findings.subList(0, Math.min(MOST_ROWS, findings.size()));
        List<Finding> others = findings.subList(shown.size(), findings.size());
        GrowthChart chart = new GrowthChart(shown.stream()
                .filter(finding -> finding.growth() != null)
                .map(FindingsView::growth)
                .toList());
        boolean hasGrowth = shown.stream().anyMatch(finding -> finding.growth() != null);
        Set<String> causes = new HashSet<>();
        return new FindingsView(
                shown.stream()
                        .map(finding -> row(finding, chart, explanations.isGrouped(finding), causes))
                        .toList(),
                hasGrowth,
                Templates.markup(hasGrowth ? chart.scale() : ""),
                explanations.groups(Names::visible),
                others.isEmpty() ? "" : Names.plural(others.size(), "finding") + " more, none of them worse",
                byRule(others));
    }

    private static FindingRow row(Finding finding, GrowthChart chart, boolean grouped, Set<String> causes) {
        Unit unit = finding.rule().indicator().unit();
        Double value = finding.value();
        Double growth = finding.growth();
        String grown = growth == null ? "" : Numbers.growth(growth);
        return new FindingRow(
                finding.outcome().name(),
                Names.key(finding.outcome()),
                finding.outcome().symbol(),
                Names.visible(finding.rule().id()),
                Names.selector(finding.selector()),
                Names.visible(finding.rule().indicator().name()),
                Names.key(finding.level()),
                value == null ? "unknown" : Numbers.quantity(value, unit),
                Names.visible(finding.criterion().text()),
                growth != null && finding.interval() != null ? grown + " " + Numbers.bounds(finding.interval()) : grown,
                Templates.markup(growth == null ? "" : chart.draw(growth(finding), Names.key(finding.outcome()))),
                grouped ? "" : Messages.of(finding),
                notes(finding, causes),
                ReportFlame.link(finding).orElse(""));
    }

    private static GrowthChart.Bar growth(Finding finding) {
        double limit = Double.NaN;
        if (finding.criterion() instanceof Criterion.Growth criterion && criterion.relative()) {
            double size = criterion.limit().base();
            limit = criterion.change() == Criterion.Change.DROP ? -size : size;
        }
        return new GrowthChart.Bar(Objects.requireNonNull(finding.growth()), finding.interval(), limit);
    }

    /** What else is known of a finding; a cause that several share stands at the first of them. */
    private static List<String> notes(Finding finding, Set<String> causes) {
        List<String> notes = new ArrayList<>(
                CauseText.plain().of(finding).stream().filter(causes::add).toList());
        finding.warnings().forEach(warning -> notes.add("! " + Names.visible(warning.message())));
        if (finding.rule().why() != null) {
            notes.add("Why: " + Names.visible(finding.rule().why()));
        }
        if (finding.rule().owner() != null) {
            notes.add("Owner: " + Names.visible(finding.rule().owner()));
        }
        return notes;
    }

    private static List<String> byRule(List<Finding> findings) {
        Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
        findings.forEach(
                finding -> counts.computeIfAbsent(Names.visible(finding.rule().id()), rule -> new LinkedHashMap<>())
                        .merge(finding.outcome().name(), 1L, Long::sum));
        return counts.entrySet().stream()
                .map(rule -> rule.getKey() + ": "
                        + rule.getValue().entrySet().stream()
                                .map(outcome -> Numbers.count(outcome.getValue()) + " " + outcome.getKey())
                                .collect(Collectors.joining(", ")))
                .toList();
    }
}
