package dev.flamegate.report.text;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.PairSeries;
import java.util.ArrayList;
import java.util.List;

/** The pairs of a comparison for a terminal: a line each, with the growth of the first criteria. */
final class PairsTable {
    private static final int MOST_COLUMNS = 3;
    private static final int NARROW = 100;
    private static final int LONGEST_TITLE = 18;

    private PairsTable() {}

    static List<String> lines(ComparisonCourse comparison, Terminal terminal) {
        List<PairSeries> shown = comparison.columns().stream()
                .limit(terminal.width() < NARROW ? MOST_COLUMNS - 1 : MOST_COLUMNS)
                .toList();
        List<String> titles = new ArrayList<>(List.of("PAIR", "ORDER"));
        shown.forEach(series -> titles.add(Names.cut(PairsText.label(series), LONGEST_TITLE)));
        titles.add("TOOK");
        titles.add("COUNTS");
        Table table = new Table(titles, false);
        for (int i = 0; i < comparison.pairs().size(); i++) {
            Pair pair = comparison.pairs().get(i);
            List<String> cells = new ArrayList<>(List.of(String.valueOf(pair.number()), PairsText.order(pair)));
            for (PairSeries series : shown) {
                double growth = series.growth().get(i);
                cells.add(Double.isNaN(growth) ? "" : Numbers.growth(growth));
            }
            cells.add(Numbers.duration(comparison.seconds().get(i)));
            cells.add(pair.valid() ? "yes" : "no");
            table.add(cells, pair.valid() ? Outcome.PASS : Outcome.INVALID);
        }
        return table.lines(terminal);
    }
}
