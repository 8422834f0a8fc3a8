package dev.flamegate.search.candidates;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.Level;
import dev.flamegate.report.GateReport;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The table of several candidates: a column for each, since there are fewer of them than rules. The rows come worst
 * first.
 *
 * @param rows one for each criterion and part of the service
 */
record CandidatesTable(List<CandidateRow> rows) {
    CandidatesTable {
        rows = List.copyOf(rows);
    }

    /**
     * One criterion's results, one for each candidate.
     *
     * @param rule id, with the part of the service
     * @param criterion as written
     * @param cells one for each candidate; empty for one without a result
     */
    record CandidateRow(String rule, String criterion, List<Optional<Cell>> cells) {
        CandidateRow {
            cells = List.copyOf(cells);
        }

        private int rank() {
            return cells.stream()
                    .flatMap(Optional::stream)
                    .mapToInt(cell -> cell.outcome().rank())
                    .min()
                    .orElse(Integer.MAX_VALUE);
        }
    }

    /**
     * One criterion's result for one candidate.
     *
     * @param value measured
     * @param growth against the baseline; empty without a baseline value
     * @param interval of the growth; empty where nothing can be said
     */
    record Cell(Outcome outcome, String value, String growth, String interval) {
        static Cell of(Finding finding) {
            Unit unit = finding.rule().indicator().unit();
            Double value = finding.value();
            Double growth = finding.growth();
            Interval interval = finding.interval();
            return new Cell(
                    finding.outcome(),
                    value == null ? "unknown" : Numbers.quantity(value, unit),
                    growth == null ? "" : Numbers.growth(growth),
                    growth == null || interval == null ? "" : Numbers.bounds(interval));
        }

        /** The growth, or of an absolute limit the value, after the sign of the outcome. */
        String brief() {
            return outcome.symbol() + " " + (growth.isEmpty() ? value : growth);
        }
    }

    /**
     * The key that findings about different candidates share if they belong in one row, without what only the result
     * picked.
     */
    private record Key(String rule, String part, String criterion, Level level) {
        static Key of(Finding finding) {
            String part = Names.part(
                    finding.selector().withFrame(finding.rule().selector().frame()));
            return new Key(
                    Names.visible(finding.rule().id()),
                    part,
                    Names.visible(finding.criterion().text()),
                    finding.level());
        }
    }

    static CandidatesTable of(ComparedCandidates compared) {
        int columns = compared.candidates().size();
        Map<Key, List<@Nullable Cell>> rows = new LinkedHashMap<>();
        for (int column = 0; column < columns; column++) {
            Candidate candidate = compared.candidates().get(column);
            List<Finding> findings = candidate
                    .report()
                    .map(GateReport::judgement)
                    .map(judgement -> judgement.findings())
                    .orElse(List.of());
            for (Finding finding : findings) {
                List<@Nullable Cell> cells = rows.computeIfAbsent(Key.of(finding), key -> nothing(columns));
                if (cells.get(column) == null) {
                    cells.set(column, Cell.of(finding));
                }
            }
        }
        return new CandidatesTable(rows.entrySet().stream()
                .map(row -> new CandidateRow(
                        row.getKey().rule()
                                + (row.getKey().part().isEmpty()
                                        ? ""
                                        : " " + row.getKey().part()),
                        row.getKey().criterion() + (row.getKey().level() == Level.SHOULD ? " (should)" : ""),
                        row.getValue().stream().map(Optional::ofNullable).toList()))
                .sorted(Comparator.comparingInt(CandidateRow::rank))
                .toList());
    }

    private static List<@Nullable Cell> nothing(int columns) {
        List<@Nullable Cell> cells = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            cells.add(null);
        }
        return cells;
    }

    /** The number of a candidate's pairs; with the number that count if some do not. */
    static String pairs(Candidate candidate) {
        return candidate
                .report()
                .flatMap(GateReport::comparison)
                .map(pairs -> pairs.valid() == pairs.pairs().size()
                        ? String.valueOf(pairs.valid())
                        : pairs.valid() + " of " + pairs.pairs().size())
                .orElse("0");
    }

    /** {@code ✗ FAIL}; a candidate that could not be measured has no verdict. */
    static String verdict(Candidate candidate) {
        return candidate.report().isPresent()
                ? candidate.verdict().symbol() + " " + candidate.verdict()
                : candidate.verdict().symbol() + " not measured";
    }
}
