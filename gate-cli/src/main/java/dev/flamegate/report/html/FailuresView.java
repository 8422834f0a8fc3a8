package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Faults;
import dev.flamegate.report.FailedRequests;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.FailureText;
import java.util.List;

/**
 * The requests that failed, by arm and name, and the errors in the targets' logs.
 *
 * @param compared whether rows belong to arms
 */
public record FailuresView(List<FailureRow> rows, List<Log> logs, boolean compared) {
    /** The failed requests of one name in one arm. */
    public record FailureRow(String arm, String request, String failed, String share, List<String> ways) {}

    public record Log(String title, List<Entry> entries) {}

    public record Entry(String count, List<String> lines) {}

    static FailuresView of(GateReport report) {
        List<FailedRequests> failures = report.failures();
        return new FailuresView(
                failures.stream()
                        .flatMap(arm -> arm.names().stream().map(name -> row(arm.arm(), name)))
                        .toList(),
                failures.stream()
                        .filter(arm -> !arm.logged().isEmpty())
                        .map(FailuresView::log)
                        .toList(),
                report.comparison().isPresent());
    }

    private static FailureRow row(String arm, FailedRequests.Name name) {
        return new FailureRow(
                arm,
                name.request().isEmpty() ? "(not known)" : Names.visible(name.request()),
                Numbers.count(name.failed()),
                name.total() == 0 ? "" : Numbers.percent(name.failed() / (double) name.total()),
                name.ways().stream().map(FailuresView::way).toList());
    }

    private static String way(Faults.Failure way) {
        return new FailureText(Names::visible).times(way.count(), way.message());
    }

    private static Log log(FailedRequests arm) {
        String title = FailureText.log(arm.arm());
        return new Log(
                "E" + title.substring(1),
                arm.logged().stream().map(FailuresView::entry).toList());
    }

    private static Entry entry(Faults.Logged error) {
        return new Entry(
                Numbers.count(error.count()),
                error.lines().stream().map(Names::visible).toList());
    }
}
