package dev.flamegate.search.candidates;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.report.text.Explained;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.candidates.CandidatesTable.Cell;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several candidates for a terminal or a log: the worst verdict first, the table, then a word on each. */
final class CandidatesText {
    private static final String GAP = "  ";
    private static final int NARROWEST = 18;
    private static final int WIDEST_RULE = 44;
    private static final int MOST_ROWS = 40;
    private static final int MOST_CAUSES = 1;

    private final ComparedCandidates compared;
    private final CandidatesTable table;
    private final Terminal terminal;
    private final List<String> lines = new ArrayList<>();

    private CandidatesText(ComparedCandidates compared, Terminal terminal) {
        this.compared = compared;
        this.table = CandidatesTable.of(compared);
        this.terminal = terminal;
    }

    /**
     * The summary, each line ended by a line feed.
     *
     * @param place where the page with the table is, as people should open it
     */
    public static String write(ComparedCandidates compared, Terminal terminal, String place) {
        return new CandidatesText(compared, terminal).write(place);
    }

    private String write(String place) {
        Outcome worst = Outcome.valueOf(compared.verdict().name());
        lines.add(terminal.bold(terminal.coloured(worst.symbol() + " " + compared.verdict(), worst)) + GAP
                + Names.visible(compared.service()) + ", " + subject(compared));
        List<Candidate> columns = compared.candidates();
        int rule = ruleWidth();
        int fit = Math.max(1, (terminal.width() - rule - GAP.length()) / (GAP.length() + columnWidth(columns)));
        for (int from = 0; from < columns.size(); from += fit) {
            lines.add("");
            columns(from, Math.min(columns.size(), from + fit), rule);
        }
        if (table.rows().size() > MOST_ROWS) {
            lines.add("  and " + Names.plural(table.rows().size() - MOST_ROWS, "row") + " more, none of them worse");
        }
        lines.add("");
        columns.forEach(this::said);
        Explained.line(columns.stream()
                        .flatMap(one -> one.report().stream())
                        .flatMap(report -> report.judgement().validity().stream())
                        .filter(ValidityProblem::invalidates)
                        .map(ValidityProblem::check)
                        .toList())
                .ifPresent(more -> lines.addAll(terminal.wrap("  ", more)));
        lines.add("");
        lines.add("Report: " + Names.visible(place));
        return String.join("\n", lines) + "\n";
    }

    /** {@code 2 candidates against the baseline G1}. */
    static String subject(ComparedCandidates compared) {
        return Names.plural(compared.candidates().size(), "candidate") + " against the baseline "
                + Names.visible(compared.baseline());
    }

    private void columns(int from, int to, int rule) {
        List<Candidate> shown = compared.candidates().subList(from, to);
        int width = columnWidth(shown);
        List<String> names =
                shown.stream().map(one -> Names.visible(one.name())).toList();
        lines.add(terminal.bold(line("RULE", rule, names, width)));
        coloured(
                "verdict",
                rule,
                shown.stream().map(CandidatesTable::verdict).toList(),
                shown.stream()
                        .map(one -> Optional.of(Outcome.valueOf(one.verdict().name())))
                        .toList(),
                width);
        lines.add(line("pairs", rule, shown.stream().map(CandidatesTable::pairs).toList(), width));
        table.rows().stream()
                .limit(MOST_ROWS)
                .filter(row -> row.cells().subList(from, to).stream().anyMatch(Optional::isPresent))
                .forEach(row -> row(row, row.cells().subList(from, to), rule, width));
    }

    /** Prints the growth of a row, and under it the interval next to the criterion. */
    private void row(CandidatesTable.CandidateRow row, List<Optional<Cell>> cells, int rule, int width) {
        coloured(
                Names.cut(row.rule(), rule),
                rule,
                cells.stream().map(cell -> cell.map(Cell::brief).orElse("")).toList(),
                cells.stream().map(cell -> cell.map(Cell::outcome)).toList(),
                width);
        lines.add(line(
                GAP + Names.cut(row.criterion(), rule - GAP.length()),
                rule,
                cells.stream()
                        .map(cell -> cell.filter(one -> !one.interval().isEmpty())
                                .map(one -> GAP + one.interval())
                                .orElse(""))
                        .toList(),
                width));
    }

    private void coloured(String first, int rule, List<String> cells, List<Optional<Outcome>> outcomes, int width) {
        List<String> painted = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            painted.add(outcomes.get(i)
                    .map(outcome -> terminal.coloured(cell, outcome) + pad(cell, width))
                    .orElse(cell + pad(cell, width)));
        }
        lines.add(line(first, rule, painted, 0));
    }

    private static String line(String first, int rule, List<String> cells, int width) {
        StringBuilder line = new StringBuilder(GAP).append(first).append(pad(first, rule));
        cells.forEach(cell -> line.append(GAP).append(cell).append(pad(cell, width)));
        return line.toString().stripTrailing();
    }

    private static String pad(String text, int width) {
        return " ".repeat(Math.max(0, width - columns(text)));
    }

    private static int columns(String text) {
        return text.codePointCount(0, text.length());
    }

    private int ruleWidth() {
        int widest = table.rows().stream()
                .mapToInt(row -> Math.max(columns(row.rule()), GAP.length() + columns(row.criterion())))
                .max()
                .orElse(NARROWEST);
        return Math.max(NARROWEST, Math.min(Math.min(WIDEST_RULE, terminal.width() / 2), widest));
    }

    private int columnWidth(List<Candidate> shown) {
        int widest = shown.stream()
                .mapToInt(one -> Math.max(columns(Names.visible(one.name())), columns(CandidatesTable.verdict(one))))
                .max()
                .orElse(NARROWEST);
        int widestCell = table.rows().stream()
                .flatMap(row -> row.cells().stream())
                .flatMap(Optional::stream)
                .mapToInt(cell -> Math.max(columns(cell.brief()), GAP.length() + columns(cell.interval())))
                .max()
                .orElse(0);
        return Math.max(NARROWEST, Math.max(widest, widestCell));
    }

    /** A word on a candidate, with its cause and what was doubtful. */
    private void said(Candidate one) {
        Outcome outcome = Outcome.valueOf(one.verdict().name());
        lines.addAll(terminal.wrap(
                GAP,
                terminal.coloured(outcome.symbol(), outcome) + " " + Names.visible(one.name()) + ": "
                        + Names.visible(one.sentence()) + "."));
        one.report().ifPresent(report -> {
            report.worstFirst().stream()
                    .filter(finding -> finding.outcome() == Outcome.FAIL)
                    .limit(MOST_CAUSES)
                    .flatMap(finding -> CauseText.plain().of(finding).stream())
                    .forEach(cause -> lines.addAll(terminal.wrap("      ", cause)));
            warnings(report);
        });
    }

    private void warnings(GateReport report) {
        report.comparison()
                .ifPresent(pairs -> pairs.warnings()
                        .forEach(warning ->
                                lines.addAll(terminal.wrap("      ", "! " + Names.visible(warning.message())))));
    }
}
