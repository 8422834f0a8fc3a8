package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.format.Outcomes;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.IndicatorSource.Latency;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.LatencyStatistic;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.HotMethods;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.PairsText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The first screen: verdict, what it rests on, the method that stands out, and the four numbers people look for first.
 *
 * @param callers where that method is called from; empty where it is no culprit
 * @param culprits what other methods of libraries that differ cost
 * @param link opens the viewer at that method; empty where it is no culprit
 */
public record TopView(
        String verdict,
        String key,
        String symbol,
        String service,
        Subject subject,
        String libraries,
        String sentence,
        String method,
        String callers,
        List<String> culprits,
        String link,
        List<Tile> tiles,
        List<Problem> problems) {
    private static final List<IndicatorSource> TILES = List.of(
            new Increase(Counter.CPU_PROCESS, Increase.Per.REQUEST),
            new Latency(Latency.Side.CLIENT, LatencyStatistic.P99),
            Requests.THROUGHPUT,
            Requests.ERROR_RATIO);

    /** One number with its change; {@code change} is empty without a baseline. */
    public record Tile(String name, String value, String change) {}

    /**
     * The subject of the judgement.
     *
     * @param kind {@code Run} or {@code Comparison}
     * @param details when, how much, and against what
     */
    public record Subject(String kind, String id, String details) {}

    public record Problem(String key, String word, String check, String message, String remedy) {}

    static TopView of(GateReport report, HotMethods methods) {
        Run run = report.run();
        return new TopView(
                report.judgement().verdict().name(),
                Outcomes.key(report.judgement().verdict()),
                Outcomes.symbol(report.judgement().verdict()),
                Names.visible(run.service()),
                report.comparison().map(TopView::subject).orElseGet(() -> subject(report)),
                Headline.plain().libraries(report).map(text -> text + ".").orElse(""),
                Headline.plain().sentence(report) + ".",
                Headline.plain().method(report, methods).map(text -> text + ".").orElse(""),
                Headline.plain().callers(report).map(text -> text + ".").orElse(""),
                Headline.plain().culpritsByLibrary(report).stream()
                        .map(text -> "In " + text + ".")
                        .toList(),
                report.worstFirst().stream()
                        .flatMap(finding -> ReportFlame.link(finding).stream())
                        .findFirst()
                        .orElse(""),
                TILES.stream().flatMap(source -> tile(report, source)).toList(),
                report.judgement().validity().stream().map(TopView::problem).toList());
    }

    private static Subject subject(ComparisonCourse comparison) {
        return new Subject(
                "Comparison",
                Names.visible(comparison.id()),
                Times.of(comparison.started()) + ", " + PairsText.heading(comparison, Names::visible));
    }

    private static Subject subject(GateReport report) {
        Run run = report.run();
        String against = report.baseline()
                .map(baseline -> "against run "
                        + Names.visible(baseline.run().run().id()) + " of "
                        + Times.of(baseline.run().run().started()))
                .orElse("without a run to compare with");
        return new Subject(
                "Run",
                Names.visible(run.id()),
                Times.of(run.started()) + ", " + Names.plural(run.trials().size(), "trial") + ", " + against);
    }

    private static Stream<Tile> tile(GateReport report, IndicatorSource source) {
        return report.measurements().stream()
                .filter(measurement -> measurement.indicator().source().equals(source)
                        && measurement.selector().isAll())
                .filter(Measurement.Measured.class::isInstance)
                .map(Measurement.Measured.class::cast)
                .limit(1)
                .map(measured -> new Tile(
                        measured.indicator().name(),
                        Numbers.quantity(measured.value(), measured.indicator().unit()),
                        change(report, measured)));
    }

    private static String change(GateReport report, Measurement.Measured measured) {
        Optional<Double> before =
                report.baseline().flatMap(baseline -> baseline.value(measured.indicator(), measured.selector()));
        return before.map(value -> MeasuredView.growth(measured.value(), value) + " from "
                        + Numbers.quantity(value, measured.indicator().unit()))
                .orElse("");
    }

    private static Problem problem(ValidityProblem problem) {
        return new Problem(
                problem.invalidates() ? "invalid" : "warn",
                problem.invalidates() ? "⊘ unsound" : "! doubtful",
                Names.check(problem),
                Names.visible(problem.message()),
                Names.visible(problem.remedy()));
    }
}
