package dev.flamegate.search.candidates;

import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.template.Templates;
import dev.flamegate.report.text.CauseText;
import dev.flamegate.search.candidates.CandidatesTable.Cell;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import dev.flamegate.search.candidates.ComparedCandidates.Failed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page of several candidates: the table, and a link to each one's own report. It has the style of those. */
public final class CandidatesPage {
    private static final Templates TEMPLATES = new Templates(CandidatesPage.class);

    private CandidatesPage() {}

    /**
     * A column.
     *
     * @param key of its verdict, for the style
     * @param page of its own report; empty without one
     * @param said sentences on it; the first is what its verdict rests on
     * @param log why it could not be measured, with the end of a log; empty where it could
     */
    public record Column(
            String name,
            String arm,
            String key,
            String verdict,
            String pairs,
            String page,
            List<String> said,
            String log) {}

    public record RuleRow(String rule, String criterion, List<CellView> cells) {}

    /** A cell; {@code key} is empty where a candidate has none. */
    public record CellView(String key, String brief, String interval, String value) {
        static CellView of(Optional<Cell> cell) {
            return cell.map(one -> new CellView(
                            Names.key(one.outcome()),
                            one.brief(),
                            one.interval(),
                            one.growth().isEmpty() ? "" : one.value()))
                    .orElse(new CellView("", "", "", ""));
        }
    }

    /** The style sheet: that of the other reports, and what only the table needs. */
    public static String sheet() {
        return HtmlReport.sheet() + TEMPLATES.resource("candidates.css");
    }

    /**
     * The page in UTF-8.
     *
     * @param sheet the style sheet if it goes into the page; empty if it is a file next to it
     */
    public static byte[] write(ComparedCandidates compared, String sheet) {
        Map<String, Object> model = Map.ofEntries(
                Map.entry("sheet", sheet),
                Map.entry("service", Names.visible(compared.service())),
                Map.entry("key", Names.key(compared.verdict())),
                Map.entry("symbol", compared.verdict().symbol()),
                Map.entry("verdict", compared.verdict().name()),
                Map.entry("headline", Names.visible(compared.headline())),
                Map.entry("subject", CandidatesText.subject(compared)),
                Map.entry("baseline", Names.visible(compared.baselineArm())),
                Map.entry("version", compared.version()),
                Map.entry(
                        "columns",
                        compared.candidates().stream()
                                .map(CandidatesPage::column)
                                .toList()),
                Map.entry(
                        "rows",
                        CandidatesTable.of(compared).rows().stream()
                                .map(row -> new RuleRow(
                                        row.rule(),
                                        row.criterion(),
                                        row.cells().stream().map(CellView::of).toList()))
                                .toList()));
        return TEMPLATES.render("candidates.ftlh", model).getBytes(StandardCharsets.UTF_8);
    }

    private static Column column(Candidate one) {
        String log = one.ending() instanceof Failed failed
                ? failed.message().lines().map(Names::visible).collect(Collectors.joining("\n"))
                : "";
        return new Column(
                Names.visible(one.name()),
                Names.visible(one.arm()),
                Names.key(one.verdict()),
                CandidatesTable.verdict(one),
                CandidatesTable.pairs(one),
                one.page().orElse(""),
                said(one),
                log);
    }

    private static List<String> said(Candidate one) {
        List<String> causes = one.report()
                .flatMap(report -> report.worstFirst().stream()
                        .filter(finding -> finding.outcome() == Outcome.FAIL)
                        .findFirst())
                .map((Finding finding) -> CauseText.plain().of(finding))
                .orElse(List.of());
        List<String> warnings = one.report()
                .flatMap(GateReport::comparison)
                .map(pairs -> pairs.warnings().stream()
                        .map(warning -> Names.visible(warning.message()))
                        .toList())
                .orElse(List.of());
        return Stream.of(List.of(Names.visible(one.sentence())), causes, warnings)
                .flatMap(List::stream)
                .toList();
    }
}
