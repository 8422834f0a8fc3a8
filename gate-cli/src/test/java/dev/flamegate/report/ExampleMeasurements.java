package dev.flamegate.report;

import dev.flamegate.model.Counter;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.LatencyStatistic;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What the example runs measured, and how one indicator went over the days before. */
final class ExampleMeasurements {
    private ExampleMeasurements() {}

    static List<Measurement> of(ProfiledRun run) {
        List<Measurement> all = new ArrayList<>();
        List<Double> cost = run.run().trials().stream()
                .map(trial -> trial.counter(Counter.CPU_PROCESS).orElseThrow() / trial.ok())
                .toList();
        all.add(measured("cpu.per-request", Selector.ALL, cost));
        all.add(measured("throughput", Selector.ALL, List.of(13.4, 13.35, 13.4)));
        all.add(measured("errors.ratio", Selector.ALL, List.of(0.0037, 0.0037, 0.0037)));
        all.add(measured("alloc.per-request", Selector.ALL, List.of(49152.0, 49152.0, 49152.0)));
        run.run().trials().get(0).requests().forEach(stats -> {
            for (LatencyStatistic statistic : LatencyStatistic.values()) {
                all.add(measured(
                        "latency." + statistic.key(), Selector.request(stats.name()), List.of(0.0071, 0.0068, 0.0074)));
            }
        });
        all.add(measured("latency.p99", Selector.ALL, List.of(0.0171, 0.0168, 0.0174)));
        all.add(new Measurement.Missing(
                Indicators.find("server.latency.p99").orElseThrow(),
                Selector.ALL,
                "the target exposes no histogram of its requests"));
        return all;
    }

    private static Measurement measured(String indicator, Selector selector, List<Double> trials) {
        double mean = trials.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return new Measurement.Measured(Indicators.find(indicator).orElseThrow(), selector, mean, trials, List.of());
    }

    static GateReport.Trend trend() {
        List<GateReport.TrendPoint> points = new ArrayList<>();
        double[] values = {4.3, 4.5, 4.4, Double.NaN, 4.6, 4.4, 4.44, 11.2};
        for (int i = 0; i < values.length; i++) {
            points.add(new GateReport.TrendPoint(
                    "2026111" + (i + 2) + "-020000-00aa",
                    Instant.parse("2026-11-12T02:00:00Z").plusSeconds(86_400L * i),
                    values[i] / 1e3,
                    i == 7 ? Verdict.FAIL : i == 4 ? Verdict.WARN : Verdict.PASS));
        }
        return new GateReport.Trend(Indicators.find("cpu.per-request").orElseThrow(), Selector.ALL, points);
    }
}
