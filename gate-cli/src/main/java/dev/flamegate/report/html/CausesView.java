package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.judge.diagnosis.PoolTable;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.report.GateReport;
import java.util.List;

/**
 * Recognised causes with their remedies, and where threads spend their time.
 *
 * @param diagnoses the worst first; empty when none was recognised
 * @param pools empty without a profile
 * @param requests empty where nothing is labelled
 * @param elapsed whether a wall clock profile shows elapsed time
 */
public record CausesView(List<Cause> diagnoses, List<CauseRow> pools, List<CauseRow> requests, boolean elapsed) {
    private static final int MOST_ROWS = 40;

    public record Cause(String id, String key, String word, String evidence, String remedy, String reference) {}

    /** One thread pool or request, its times per request. */
    public record CauseRow(
            String name, String threads, String cpu, String runnable, String blocked, String parked, String topLeaf) {}

    static CausesView of(GateReport report) {
        PoolTable table = PoolTable.of(report.candidate());
        boolean elapsed = table.pools().stream().anyMatch(row -> !Double.isNaN(row.runnable()));
        return new CausesView(
                report.diagnoses().all().stream().map(CausesView::cause).toList(),
                rows(table.pools(), table.count()),
                rows(table.requests(), table.count()),
                elapsed);
    }

    private static Cause cause(Diagnosis diagnosis) {
        return new Cause(
                Names.visible(diagnosis.id()),
                diagnosis.severity().key(),
                switch (diagnosis.severity()) {
                    case HINT -> "• hint";
                    case WARN -> "! warns";
                    case FAIL -> "✗ severe";
                },
                Names.visible(diagnosis.evidence()),
                Names.visible(diagnosis.remedy()),
                diagnosis.reference());
    }

    private static List<CauseRow> rows(List<PoolTable.PoolRow> rows, long requests) {
        return rows.stream()
                .limit(MOST_ROWS)
                .map(row -> new CauseRow(
                        row.name().isEmpty() ? "(none)" : Names.visible(row.name()),
                        Double.isNaN(row.threads()) ? "" : Numbers.number(row.threads(), 1),
                        time(row.cpu(), requests),
                        time(row.runnable(), requests),
                        time(row.blocked(), requests),
                        time(row.parked(), requests),
                        Names.visible(row.topLeaf())))
                .toList();
    }

    private static String time(double seconds, long requests) {
        return Double.isNaN(seconds) || requests == 0 ? "" : Numbers.quantity(seconds / requests, Unit.MILLISECONDS);
    }
}
