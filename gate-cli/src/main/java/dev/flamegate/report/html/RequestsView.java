package dev.flamegate.report.html;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.chart.PercentileChart;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The load generator's figures, per request name over all trials: the table, and latency by percentile.
 *
 * @param charts of the most frequent names
 * @param more of the others
 */
public record RequestsView(List<RequestRow> rows, List<Chart> charts, List<Chart> more, boolean compared) {
    private static final int SHOWN = 6;
    private static final Unit MS = Unit.MILLISECONDS;
    private static final Unit PER_SECOND = new Unit("/s", Unit.Dimension.RATE, 1);

    /** One request name; the last four cells are latencies with their change. */
    public record RequestRow(
            String name,
            String ok,
            String failed,
            String rate,
            String mean,
            Cell p50,
            Cell p95,
            Cell p99,
            String max) {}

    /** A latency, and its change against the baseline; that is empty without one. */
    public record Cell(String value, String change) {}

    public record Chart(String name, String count, TemplateHTMLOutputModel svg) {}

    private record Merged(String name, long ok, long failed, double seconds, LatencyHistogram latency) {}

    static RequestsView of(GateReport report) {
        Map<String, Merged> before =
                report.baseline().map(baseline -> merge(baseline.run().run())).orElse(Map.of());
        List<Merged> now = new ArrayList<>(merge(report.run()).values());
        now.sort((a, b) -> a.ok() == b.ok() ? a.name().compareTo(b.name()) : Long.compare(b.ok(), a.ok()));
        List<Chart> charts = now.stream()
                .filter(merged -> merged.latency().count() > 0)
                .map(merged -> chart(merged, Optional.ofNullable(before.get(merged.name()))))
                .toList();
        int shown = Math.min(SHOWN, charts.size());
        return new RequestsView(
                now.stream()
                        .map(merged -> row(merged, Optional.ofNullable(before.get(merged.name()))))
                        .toList(),
                charts.subList(0, shown),
                charts.subList(shown, charts.size()),
                !before.isEmpty());
    }

    private static Map<String, Merged> merge(Run run) {
        Map<String, List<RequestStats>> byName = new TreeMap<>();
        for (Trial trial : run.trials()) {
            trial.requests()
                    .forEach(stats -> byName.computeIfAbsent(stats.name(), name -> new ArrayList<>())
                            .add(stats));
        }
        double seconds = run.trials().stream()
                .mapToDouble(trial -> trial.measuredSeconds())
                .sum();
        Map<String, Merged> merged = new TreeMap<>();
        byName.forEach((name, all) -> merged.put(
                name,
                new Merged(
                        name,
                        all.stream().mapToLong(RequestStats::ok).sum(),
                        all.stream().mapToLong(RequestStats::failed).sum(),
                        seconds,
                        LatencyHistogram.merge(
                                all.stream().map(RequestStats::latency).toList()))));
        return merged;
    }

    private static RequestRow row(Merged merged, Optional<Merged> before) {
        LatencyHistogram latency = merged.latency();
        boolean empty = latency.count() == 0;
        return new RequestRow(
                Names.visible(merged.name()),
                Numbers.count(merged.ok()),
                Numbers.count(merged.failed()),
                Numbers.quantity(merged.seconds() > 0 ? merged.ok() / merged.seconds() : Double.NaN, PER_SECOND),
                empty ? "" : Numbers.quantity(latency.mean(), MS),
                cell(latency, before, 50),
                cell(latency, before, 95),
                cell(latency, before, 99),
                empty ? "" : Numbers.quantity(latency.max(), MS));
    }

    private static Cell cell(LatencyHistogram latency, Optional<Merged> before, double percentile) {
        if (latency.count() == 0) {
            return new Cell("", "");
        }
        double value = latency.percentile(percentile);
        String change = before.filter(old -> old.latency().count() > 0)
                .map(old -> MeasuredView.growth(value, old.latency().percentile(percentile)))
                .orElse("");
        return new Cell(Numbers.quantity(value, MS), change);
    }

    private static Chart chart(Merged merged, Optional<Merged> before) {
        return new Chart(
                Names.visible(merged.name()),
                Names.plural(merged.ok(), "request"),
                Templates.markup(PercentileChart.draw(
                        merged.name(),
                        merged.latency(),
                        before.map(Merged::latency).orElse(null))));
    }
}
