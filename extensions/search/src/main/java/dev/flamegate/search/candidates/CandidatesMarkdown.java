package dev.flamegate.search.candidates;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.search.candidates.CandidatesTable.Cell;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Several candidates for a job page: a line, the table, a sentence on each. Everything from outside is code, as a code
 * span or escaped in an HTML block.
 */
final class CandidatesMarkdown {
    private static final int MOST_ROWS = 60;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_MESSAGE = 600;

    private CandidatesMarkdown() {}

    /** The text in UTF-8. */
    public static byte[] write(ComparedCandidates compared) {
        CandidatesTable table = CandidatesTable.of(compared);
        StringBuilder out = new StringBuilder();
        out.append("**")
                .append(compared.verdict().symbol())
                .append(' ')
                .append(compared.verdict())
                .append("** ")
                .append(span(compared.service()))
                .append(", ")
                .append(Names.plural(compared.candidates().size(), "candidate"))
                .append(" against the baseline ")
                .append(span(compared.baseline()))
                .append("\n\n<table>\n<thead><tr><th>Rule</th>");
        compared.candidates()
                .forEach(one -> out.append("<th>").append(code(one.name())).append("</th>"));
        out.append("</tr></thead>\n<tbody>\n<tr><td>Verdict</td>");
        compared.candidates()
                .forEach(one ->
                        out.append("<td>").append(CandidatesTable.verdict(one)).append("</td>"));
        out.append("</tr>\n<tr><td>Pairs</td>");
        compared.candidates()
                .forEach(one ->
                        out.append("<td>").append(CandidatesTable.pairs(one)).append("</td>"));
        out.append("</tr>\n");
        table.rows().stream().limit(MOST_ROWS).forEach(row -> out.append(row(row)));
        out.append("</tbody>\n</table>\n");
        if (table.rows().size() > MOST_ROWS) {
            out.append("<p>")
                    .append(Names.plural(table.rows().size() - MOST_ROWS, "row"))
                    .append(" more, none of them worse, in the full report.</p>\n");
        }
        out.append('\n');
        compared.candidates().forEach(one -> out.append(said(one)));
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String row(CandidatesTable.CandidateRow row) {
        return "<tr><td>" + code(row.rule()) + "<br>" + code(row.criterion()) + "</td>"
                + row.cells().stream().map(CandidatesMarkdown::cell).collect(Collectors.joining()) + "</tr>\n";
    }

    private static String cell(Optional<Cell> cell) {
        return "<td>"
                + cell.map(one -> Escapes.code(one.brief())
                                + (one.interval().isEmpty() ? "" : "<br>" + Escapes.code(one.interval())))
                        .orElse("")
                + "</td>";
    }

    private static String said(Candidate one) {
        return "- " + Outcome.valueOf(one.verdict().name()).symbol() + " " + span(one.name()) + ": "
                + Escapes.markdown(Names.cut(one.sentence(), LONGEST_MESSAGE)) + "\n";
    }

    private static String span(String name) {
        return Escapes.markdown(Names.cut(name, LONGEST_NAME));
    }

    private static String code(String name) {
        return Escapes.code(Names.cut(name, LONGEST_NAME));
    }
}
