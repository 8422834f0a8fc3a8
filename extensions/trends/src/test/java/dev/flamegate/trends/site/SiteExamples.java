package dev.flamegate.trends.site;

import dev.flamegate.model.Labels;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Sites for tests and for {@code bench/history}. */
public final class SiteExamples {
    static final Instant START = Instant.parse("2026-03-01T02:00:00Z");
    static final String HOSTILE = "</script><script>alert(1)</script><!-- ]]> \" ' & \u202e\u0000 javascript:x";

    private static final List<String> INDICATORS = List.of(
            "cpu.utilization",
            "cpu.per-request",
            "alloc.per-request",
            "latency.p50",
            "latency.p99",
            "throughput",
            "gc.time",
            "heap.after-gc",
            "memory.rss",
            "threads.count",
            "startup.time",
            "errors.ratio");

    private SiteExamples() {}

    /** A nightly run of two services for as many nights as it takes, costs of one growing by a tenth near the end. */
    public static SiteData of(int runs) {
        Random random = new Random(7);
        List<SiteData.Entry> entries = new ArrayList<>();
        List<SiteData.Kind> kinds = new ArrayList<>();
        for (String service : List.of("orders", "payments")) {
            List<SiteData.Measured> measured = new ArrayList<>();
            for (int i = 0; i < runs / 2; i++) {
                String id = "20260301-020000-" + String.format("%04x", entries.size());
                Instant started = START.plus(Duration.ofMinutes(30L * entries.size()));
                Verdict verdict = i % 17 == 3 ? Verdict.FAIL : i % 11 == 5 ? Verdict.WARN : Verdict.PASS;
                String commit = String.format("%08x%032x", random.nextInt(), (long) i);
                entries.add(new SiteData.Entry(
                        id,
                        0,
                        service,
                        started,
                        Optional.of(verdict),
                        commit,
                        i % 3 == 0 ? "main" : "feature/" + i % 9,
                        "target/" + service + ".jar",
                        i == 4 ? List.of("release-1") : List.of(),
                        labels(i),
                        broken(verdict, i)));
                measured.add(new SiteData.Measured(
                        id, started, started.plusSeconds(120), Optional.of(verdict), commit, "main", labels(i)));
            }
            kinds.add(new SiteData.Kind(
                    service, Map.of("jdk", "17.0.15", "service", service), measured, trends(random, measured.size())));
        }
        entries.sort((one, other) -> other.started().compareTo(one.started()));
        return new SiteData(START, "0.1.0", entries, kinds);
    }

    /** A site in which every name tries to become something else. */
    public static SiteData hostile() {
        SiteData.Entry entry = new SiteData.Entry(
                HOSTILE,
                3,
                HOSTILE,
                START,
                Optional.of(Verdict.FAIL),
                HOSTILE,
                HOSTILE,
                HOSTILE,
                List.of(HOSTILE),
                new Labels(HOSTILE, Map.of("release", HOSTILE)),
                List.of(new SiteData.Broken(HOSTILE, HOSTILE, Outcome.FAIL, 0.5, HOSTILE)));
        SiteData.Measured run =
                new SiteData.Measured(HOSTILE, START, START, Optional.empty(), HOSTILE, HOSTILE, entry.labels());
        Indicator own = Indicators.find("cpu.per-request").orElseThrow();
        return new SiteData(
                START,
                "0.1.0",
                List.of(entry, plain("a"), plain("b")),
                List.of(
                        new SiteData.Kind(
                                HOSTILE,
                                Map.of(HOSTILE, HOSTILE),
                                List.of(run),
                                List.of(new SiteData.Trend(own, List.of(0.004), List.of()))),
                        new SiteData.Kind(HOSTILE, Map.of("jdk", "21"), List.of(run), List.of())));
    }

    private static SiteData.Entry plain(String name) {
        return new SiteData.Entry(
                name, 0, name, START, Optional.of(Verdict.PASS), "", name, "", List.of(), Labels.NONE, List.of());
    }

    /** Every tenth is a release. */
    private static Labels labels(int i) {
        return i % 10 == 0 ? new Labels("", Map.of("release", "2." + i / 10)) : Labels.NONE;
    }

    private static List<SiteData.Broken> broken(Verdict verdict, int i) {
        if (verdict == Verdict.PASS) {
            return List.of();
        }
        return List.of(new SiteData.Broken(
                "cpu-cost",
                "",
                verdict == Verdict.FAIL ? Outcome.FAIL : Outcome.WARN,
                0.12,
                "dev.acme.orders.Step" + i % 13 + ".apply"));
    }

    private static List<SiteData.Trend> trends(Random random, int runs) {
        List<SiteData.Trend> trends = new ArrayList<>();
        for (String name : INDICATORS) {
            Indicator indicator = Indicators.find(name).orElseThrow();
            double typical = 40 * indicator.unit().toBase();
            List<Double> values = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                boolean grown = name.equals("cpu.per-request") && i >= runs - 20;
                values.add(typical * (grown ? 1.1 : 1) * (1 + 0.02 * random.nextGaussian()));
            }
            trends.add(SiteData.Trend.of(indicator, values));
        }
        return trends;
    }
}
