package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
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
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.text.Headline;
import dev.flamegate.report.text.PairsText;
import java.util.List;
import java.util.stream.Stream;

/**
 * The first screen: verdict, what it rests on, the method that stands out, and the four numbers people look for first.
 *
 * @param hottest the hottest method where no cause was looked for
 * @param answers why, where, since when, and what to do now
 * @param link opens the viewer at the culprit; empty without one
 * @param unsound what invalidates the measurement
 */
public record TopView(
        String verdict,
        String key,
        String symbol,
        String service,
        Subject subject,
        String sentence,
        String hottest,
        List<Headline.Answer> answers,
        String link,
        List<Tile> tiles,
        List<Problem> unsound) {
    private static final List<IndicatorSource> TILES = List.of(
            new Increase(Counter.CPU_PROCESS, Increase.Per.REQUEST),
            new Latency(Latency.Side.CLIENT, LatencyStatistic.P99),
            Requests.THROUGHPUT,
            Requests.ERROR_RATIO);

    /** One number, and what the baseline has of it; empty without one. */
    public record Tile(String name, String value, String before) {}

    /**
     * The subject of the judgement.
     *
     * @param kind {@code Run} or {@code Comparison}
     * @param details when, how much, and against what
     */
    public record Subject(String kind, String id, String details) {}

    public record Problem(String check, String message, String remedy) {}

    static TopView of(GateReport report) {
        Run run = report.run();
        Headline headline = Headline.plain();
        return new TopView(
                report.judgement().verdict().name(),
                Names.key(report.judgement().verdict()),
                report.judgement().verdict().symbol(),
                Names.visible(run.service()),
                report.comparison().map(TopView::subject).orElseGet(() -> subject(report)),
                headline.sentence(headline.basis(report)) + ".",
                headline.hottest(report).map(text -> text + ".").orElse(""),
                headline.answers(report),
                report.worstFirst().stream()
                        .flatMap(finding -> ReportFlame.link(finding).stream())
                        .findFirst()
                        .orElse(""),
                TILES.stream().flatMap(source -> tile(report, source)).toList(),
                report.unsound().stream().map(TopView::problem).toList());
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
                        before(report, measured)));
    }

    /** The baseline's value beside it; no growth, which only a criterion tests. */
    private static String before(GateReport report, Measurement.Measured measured) {
        return report.baseline()
                .flatMap(baseline -> baseline.value(measured.indicator(), measured.selector()))
                .map(value -> "baseline "
                        + Numbers.quantity(value, measured.indicator().unit()))
                .orElse("");
    }

    private static Problem problem(ValidityProblem problem) {
        return new Problem(Names.check(problem), Names.visible(problem.message()), Names.visible(problem.remedy()));
    }
}
