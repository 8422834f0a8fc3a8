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
import dev.flamegate.report.text.Explained;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The page's model for the template: finished strings and pictures. */
public record Page(Head head, Judged judged, Measured measured, Profiled profiled, ContextView context) {
    private static final int MOST_CALLED = 20;

    /**
     * The frame of the page: its head and foot.
     *
     * @param subject what the report is about: {@code this run} or {@code the candidate}
     * @param sheet the style sheet when it is to be inside the page; empty markup otherwise
     */
    public record Head(
            String title,
            String subject,
            boolean singleFile,
            TemplateHTMLOutputModel sheet,
            String version,
            String judged) {}

    /**
     * What the rules say, and why.
     *
     * @param calls methods that are called more often, one line each
     * @param doubts what did not change the verdict, one line each
     * @param more where doubts are explained
     */
    public record Judged(
            TopView top,
            FindingsView findings,
            List<String> calls,
            FailuresView failures,
            CausesView causes,
            List<String> doubts,
            String more) {}

    /** What was measured: pairs, requests, the course of time. */
    public record Measured(
            PairsView pairs, RequestsView requests, OverTimeView overTime, List<Trend> trends, MeasuredView values) {}

    /** What the profiles show. */
    public record Profiled(MethodsView methods, FlameView flame) {}

    /** The page of a report; {@code flame} is what its viewer shows, {@code instructions} where those counted are. */
    static Page of(GateReport report, Optional<FlameInput> flame, Optional<String> instructions, String sheet) {
        HotMethods methods = report.methods();
        Head head = new Head(
                report.judgement().verdict() + " - "
                        + Names.visible(report.run().service()) + " - Flamegate",
                report.comparison().isPresent() ? "the candidate" : "this run",
                !sheet.isEmpty(),
                Templates.markup(sheet),
                Names.visible(report.version()),
                Times.of(report.judged()));
        Judged judged = new Judged(
                TopView.of(report),
                FindingsView.of(report),
                calls(report),
                FailuresView.of(report),
                CausesView.of(report),
                doubts(report),
                Explained.of(report).orElse(""));
        Measured measured = new Measured(
                report.comparison().map(PairsView::of).orElse(PairsView.NONE),
                RequestsView.of(report),
                OverTimeView.of(report.run()),
                report.trends().stream()
                        .filter(trend -> !trend.points().isEmpty())
                        .map(Page::trend)
                        .toList(),
                MeasuredView.of(report));
        Profiled profiled = new Profiled(MethodsView.of(methods), FlameView.of(flame, instructions, report));
        return new Page(head, judged, measured, profiled, ContextView.of(report));
    }

    private static List<String> calls(GateReport report) {
        return new CallsText(Names::visible)
                .of(report.comparison().map(ComparisonCourse::calls).orElse(List.of()), MOST_CALLED);
    }

    private static List<String> doubts(GateReport report) {
        List<String> all = new ArrayList<>(report.doubts());
        Map<String, List<Integer>> trials = new LinkedHashMap<>();
        for (Trial trial : report.run().trials()) {
            trial.notices().stream()
                    .filter(warning -> !warning.id().equals(Warning.FAILED_REQUESTS)) // they have a section
                    .forEach(warning -> trials.computeIfAbsent(warning.message(), message -> new ArrayList<>())
                            .add(trial.number()));
        }
        trials.forEach((message, numbers) -> all.add(Names.trials(numbers) + ": " + message));
        return all.stream().map(Names::visible).toList();
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
