package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.GateReport.TrendPoint;
import dev.flamegate.report.HotMethods;
import dev.flamegate.report.chart.Sparkline;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.template.Templates;
import dev.flamegate.report.text.CallsText;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The page's model for the template: finished strings and pictures.
 *
 * @param subject what the report is about: {@code this run} or {@code the candidate}
 * @param calls methods that are called more often, one line each
 * @param sheet the style sheet when it is to be inside the page; empty markup otherwise
 */
public record Page(
        String title,
        String subject,
        boolean singleFile,
        TemplateHTMLOutputModel sheet,
        TopView top,
        FindingsView findings,
        FailuresView failures,
        PairsView pairs,
        RequestsView requests,
        OverTimeView overTime,
        MethodsView methods,
        FlameView flame,
        CausesView causes,
        List<Trend> trends,
        MeasuredView measured,
        ContextView context,
        List<String> calls,
        List<String> warnings,
        String version,
        String judged) {
    private static final int MOST_CALLED = 20;

    /** The page of a report; {@code flame} is what its viewer shows. */
    static Page of(GateReport report, Optional<FlameInput> flame, String sheet) {
        HotMethods methods = report.methods();
        return new Page(
                report.judgement().verdict() + " - "
                        + Names.visible(report.run().service()) + " - Flamegate",
                report.comparison().isPresent() ? "the candidate" : "this run",
                !sheet.isEmpty(),
                Templates.markup(sheet),
                TopView.of(report, methods),
                FindingsView.of(report),
                FailuresView.of(report),
                report.comparison().map(PairsView::of).orElse(PairsView.NONE),
                RequestsView.of(report),
                OverTimeView.of(report.run()),
                MethodsView.of(methods),
                FlameView.of(flame, report),
                CausesView.of(report),
                report.trends().stream()
                        .filter(trend -> !trend.points().isEmpty())
                        .map(Page::trend)
                        .toList(),
                MeasuredView.of(report),
                ContextView.of(report),
                calls(report),
                warnings(report),
                Names.visible(report.version()),
                Times.of(report.judged()));
    }

    private static List<String> calls(GateReport report) {
        return new CallsText(Names::visible)
                .of(report.comparison().map(ComparisonCourse::calls).orElse(List.of()), MOST_CALLED);
    }

    private static List<String> warnings(GateReport report) {
        List<String> all = new ArrayList<>();
        report.warnings().forEach(warning -> all.add(Names.visible(warning.message())));
        for (Trial trial : report.run().trials()) {
            trial.notices().stream()
                    .filter(warning -> !warning.id().equals(Warning.FAILED_REQUESTS)) // they have a section
                    .forEach(warning -> all.add("Trial " + trial.number() + ": " + Names.visible(warning.message())));
        }
        return all;
    }

    /** One indicator over stored runs. */
    public record Trend(String name, String runs, String from, String to, TemplateHTMLOutputModel svg) {}

    private static Trend trend(GateReport.Trend trend) {
        List<TrendPoint> points = trend.points();
        Unit unit = trend.indicator().unit();
        String part = Names.selector(trend.selector());
        String name = Names.visible(trend.indicator().name()) + (part.isEmpty() ? "" : ", " + part);
        return new Trend(
                name,
                Names.plural(points.size(), "run"),
                Numbers.quantity(points.get(0).value(), unit),
                Numbers.quantity(points.get(points.size() - 1).value(), unit),
                Templates.markup(Sparkline.draw(name, unit, points)));
    }
}
