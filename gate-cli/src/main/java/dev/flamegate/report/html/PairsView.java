package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Pair;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.PairSeries;
import dev.flamegate.report.PairSeries.Look;
import dev.flamegate.report.chart.PairsChart;
import dev.flamegate.report.template.Templates;
import dev.flamegate.report.text.PairsText;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The pairs of a comparison: how each was measured, what it shows, and how the estimates narrowed.
 *
 * @param rows a line per pair; empty for a run
 * @param titles of the columns of growths
 * @param rest how many criteria have no chart; empty for none
 * @param detectable what growth would have been seen; empty when unknown
 */
public record PairsView(List<String> titles, List<PairRow> rows, List<Chart> charts, String rest, String detectable) {
    private static final int MOST_COLUMNS = 4;
    private static final int MOST_CHARTS = 12;

    /** One pair; {@code notes} say why it does not count and what else is worth knowing about it. */
    public record PairRow(
            String number, String order, List<String> growths, String took, boolean valid, List<String> notes) {}

    public record Chart(String name, String note, TemplateHTMLOutputModel svg) {}

    /** The view of a run, which has no pairs. */
    static final PairsView NONE = new PairsView(List.of(), List.of(), List.of(), "", "");

    static PairsView of(ComparisonCourse comparison) {
        List<PairSeries> columns =
                comparison.columns().stream().limit(MOST_COLUMNS).toList();
        List<Integer> numbers = comparison.pairs().stream().map(Pair::number).toList();
        List<PairSeries> gating = comparison.gating();
        List<PairRow> rows = new ArrayList<>();
        for (int i = 0; i < numbers.size(); i++) {
            rows.add(row(comparison, columns, i));
        }
        return new PairsView(
                columns.stream().map(PairsText::label).toList(),
                rows,
                gating.stream()
                        .limit(MOST_CHARTS)
                        .map(series -> chart(series, numbers))
                        .toList(),
                gating.size() > MOST_CHARTS
                        ? Names.plural(gating.size() - MOST_CHARTS, "criterion", "criteria") + " more without a chart"
                        : "",
                PairsText.detectable(comparison, Names::visible).orElse(""));
    }

    private static PairRow row(ComparisonCourse comparison, List<PairSeries> columns, int index) {
        Pair pair = comparison.pairs().get(index);
        return new PairRow(
                String.valueOf(pair.number()),
                PairsText.order(pair),
                columns.stream()
                        .map(series -> series.growth().get(index))
                        .map(growth -> Double.isNaN(growth) ? "" : Numbers.growth(growth))
                        .toList(),
                Numbers.duration(comparison.seconds().get(index)),
                pair.valid(),
                Stream.of(
                                Stream.ofNullable(pair.invalid()),
                                pair.warnings().stream().map(warning -> "! " + warning.message()),
                                unrecorded(pair))
                        .flatMap(notes -> notes)
                        .map(Names::visible)
                        .toList());
    }

    private static Stream<String> unrecorded(Pair pair) {
        return Stream.ofNullable(pair.jvm())
                .flatMap(events -> Stream.ofNullable(events.problem()))
                .map(problem -> "events were not recorded: " + problem);
    }

    private static Chart chart(PairSeries series, List<Integer> numbers) {
        Look last = series.last();
        boolean picked = !Objects.equals(
                series.selector().frame(), series.rule().selector().frame());
        String note = (picked ? Names.selector(series.selector()) + "; " : "")
                + Names.visible(series.criterion().text());
        if (last != null && last.growth() != null) {
            note += "; " + Numbers.growth(last.growth());
            note += last.interval() == null ? "" : " " + Numbers.bounds(last.interval());
        }
        return new Chart(PairsText.label(series), note, Templates.markup(PairsChart.draw(series, numbers)));
    }
}
