package dev.flamegate.report;

import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.LatencyPart.Kind;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The reports that golden files and other tests are made from. */
public final class Examples {
    static final String NOW = "20261120-154233-8f3a";
    static final String BEFORE = "20261119-020011-11aa";
    private static final String VERSION = "0.1.0";
    private static final Instant JUDGED = Instant.parse("2026-11-20T15:44:31Z");

    private static final Map<String, Supplier<GateReport>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("passing", Examples::passing);
        BY_NAME.put("failing", Examples::failing);
        BY_NAME.put("invalid", Examples::invalid);
        BY_NAME.put("inconclusive", Examples::inconclusive);
        BY_NAME.put("hostile", Examples::hostile);
        BY_NAME.put("empty", Examples::empty);
        BY_NAME.put("comparison-pass", ExampleComparisons::passing);
        BY_NAME.put("comparison-fail", ExampleComparisons::failing);
    }

    private Examples() {}

    public static List<String> names() {
        return List.copyOf(BY_NAME.keySet());
    }

    /** Makes the example of a name, one of {@link #names}; it is judged in the current locale. */
    public static GateReport named(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name).get();
    }

    /** All by name. */
    public static Map<String, GateReport> all() {
        Map<String, GateReport> all = new LinkedHashMap<>();
        BY_NAME.forEach((name, example) -> all.put(name, example.get()));
        return all;
    }

    /** A first run: absolute limits hold, growth is recorded. */
    public static GateReport passing() {
        List<Finding> findings = List.of(
                absolute(0.058, 0.5).is(Outcome.PASS, Reason.WITHIN_LIMIT),
                ExampleFindings.of("cpu-cost", "cpu.per-request")
                        .value(0.0029)
                        .because("no earlier run of sample-service is stored yet")
                        .is(Outcome.RECORDED, Reason.NO_BASELINE),
                ExampleFindings.of("cpu-cost", "cpu.per-request")
                        .criterion(ExampleFindings.growthLimit(
                                "< 5% growth vs previous run", Operator.LESS, 5, Unit.PERCENT))
                        .should()
                        .value(0.0029)
                        .because("no earlier run of sample-service is stored yet")
                        .is(Outcome.RECORDED, Reason.NO_BASELINE),
                ExampleFindings.of("checkout-p99", "latency.p99")
                        .on(Selector.request("POST /checkout"))
                        .value(0.0124)
                        .because("no earlier run of sample-service is stored yet")
                        .is(Outcome.RECORDED, Reason.NO_BASELINE));
        return report(Verdict.PASS, findings, List.of(), run(1.4), false);
    }

    private static LatencyPart part(Kind kind, double baseline, double candidate, double low, double high) {
        String where = kind == Kind.LOCK ? "shop.Cart.book" : null;
        return new LatencyPart(kind, baseline, candidate, new Interval(low, high, 0.95), where);
    }

    /** Matrix multiplication became four times as dear. */
    public static GateReport failing() {
        List<Finding> findings = List.of(
                absolute(0.452, 0.5).between(0.431, 0.47).is(Outcome.PASS, Reason.WITHIN_LIMIT),
                ExampleFindings.of("cpu-cost", "cpu.per-request")
                        .value(0.0112)
                        .against(0.00444, 1.522)
                        .interval(1.2, 1.9)
                        .detectable(0.06)
                        .why("CPU is what this service is billed by", "team-shop")
                        .culprit(ExampleCauses.multiply())
                        .diagnosis(ExampleCauses.pressure())
                        .is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT),
                ExampleFindings.of("cpu-cost", "cpu.per-request")
                        .criterion(ExampleFindings.growthLimit(
                                "< 5% growth vs previous run, ignoring < 1 ms", Operator.LESS, 5, Unit.PERCENT))
                        .should()
                        .value(0.0112)
                        .against(0.00444, 1.522)
                        .interval(1.2, 1.9)
                        .detectable(0.06)
                        .is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT),
                ExampleFindings.of("checkout-p99", "latency.p99")
                        .on(Selector.request("POST /checkout"))
                        .criterion(ExampleFindings.growthLimit(
                                "< 20% growth vs previous run", Operator.LESS, 20, Unit.PERCENT))
                        .value(0.0124)
                        .against(0.0119, 0.042)
                        .interval(-0.05, 0.14)
                        .detectable(0.12)
                        .is(Outcome.PASS, Reason.GROWTH_BELOW_LIMIT),
                ExampleFindings.of("checkout-p99", "latency.p99")
                        .on(Selector.request("POST /checkout"))
                        .criterion(ExampleFindings.limit("< 12 ms", Operator.LESS, 12, Unit.MILLISECONDS))
                        .should()
                        .value(0.0124)
                        .latency(
                                0.62,
                                part(Kind.CPU, 0.0051, 0.0107, 0.0051, 0.0061),
                                part(Kind.LOCK, 0.0001, 0.0011, 0.0008, 0.0012),
                                part(Kind.IO, 0.0009, 0.00091, -0.0001, 0.0001),
                                part(Kind.UNSEEN, 0.0014, 0.0009, -0.001, 0))
                        .warning("only 267 requests: the percentile rests on three of them")
                        .is(Outcome.WARN, Reason.BEYOND_LIMIT),
                ExampleFindings.of("throughput", "throughput")
                        .criterion(ExampleFindings.growthLimit(
                                "< 10% drop vs previous run", Operator.LESS, 10, Unit.PERCENT))
                        .value(39.6)
                        .against(39.8, -0.005)
                        .interval(-0.02, 0.01)
                        .detectable(0.03)
                        .is(Outcome.PASS, Reason.NO_GROWTH_SHOWN));
        return report(Verdict.FAIL, findings, List.of(), run(8.3), true);
    }

    /** The generator could not keep its rate. */
    public static GateReport invalid() {
        List<ValidityProblem> problems = List.of(
                new ValidityProblem(
                        "achieved-rate",
                        List.of(1, 2, 3),
                        true,
                        "the generator started 31.2 of 40 requests per second (trial 2, the worst)",
                        "give the generator more CPU, or lower the rate in load.properties"),
                new ValidityProblem(
                        "steal",
                        List.of(),
                        false,
                        "4.1 % of the CPU went to other guests",
                        "use a quieter machine if this repeats"));
        List<Finding> findings = List.of(absolute(0.058, 0.5).is(Outcome.PASS, Reason.WITHIN_LIMIT));
        return report(Verdict.INVALID, findings, problems, run(1.4), false);
    }

    /** Looks worse, cannot tell. */
    public static GateReport inconclusive() {
        List<Finding> findings = List.of(
                ExampleFindings.of("cpu-cost", "cpu.per-request")
                        .value(0.00512)
                        .noCulprit("no method's growth is distinguishable from noise")
                        .against(0.00444, 0.153)
                        .interval(-0.04, 0.36)
                        .detectable(0.22)
                        .is(Outcome.INCONCLUSIVE, Reason.BEYOND_LIMIT_NOT_SIGNIFICANT),
                ExampleFindings.of("throttling", "cpu.throttled")
                        .criterion(ExampleFindings.limit("< 1%", Operator.LESS, 1, Unit.PERCENT))
                        .because("the process runtime has no CPU limit to be held back by")
                        .is(Outcome.SKIPPED, Reason.NO_DATA));
        return report(Verdict.INCONCLUSIVE, findings, List.of(), run(1.9), true);
    }

    /** Names that try to get out of every format. */
    public static GateReport hostile() {
        String name =
                "<script>alert('1')</script> | @everyone #1 `x` [a](http://evil.example) ]]> &amp; \u001b[31m\u202e\n\n# big";
        ProfiledRun run = new ExampleRuns(
                        NOW, "2026-11-20T15:42:33Z", 1.4, List.of(name, "\" onload=\"x", "\ud800 half"))
                .run(
                        new TreeMap<>(new TreeMap<>(Map.of("commit", "<b>0</b>", "env.X", "\" style=\"x"))),
                        ExampleRuns.fingerprint("17.0.15"));
        List<Finding> findings = List.of(
                ExampleFindings.of("rule @admins | <i>", "latency.p99")
                        .on(Selector.request(name))
                        .criterion(ExampleFindings.limit("< 1 ms", Operator.LESS, 1, Unit.MILLISECONDS))
                        .value(0.0124)
                        .because(name)
                        .warning(name)
                        .why(name, name)
                        .culprit(ExampleCauses.named(name))
                        .diagnosis(
                                new Diagnosis(name, Diagnosis.Severity.WARN, name, name, "https://example.org/", 2, 1))
                        .is(Outcome.FAIL, Reason.BEYOND_LIMIT),
                ExampleFindings.of("nothing", "errors.ratio").value(Double.NaN).is(Outcome.FAIL, Reason.NO_DATA));
        List<ValidityProblem> problems = List.of(new ValidityProblem(name, List.of(1), false, name, name));
        return report(Verdict.FAIL, findings, problems, run, false);
    }

    /** A run that ended before it measured anything. */
    public static GateReport empty() {
        Run run = new Run(
                NOW,
                "sample-service",
                JUDGED,
                "process",
                2,
                Map.of(),
                new Fingerprint(Map.of()),
                List.of(),
                Map.of(),
                List.of());
        return new GateReport(
                new ProfiledRun(run, List.of()),
                new Judgement(Verdict.INCONCLUSIVE, List.of(), List.of(), Map.of()),
                List.of(),
                Map.of(),
                List.of(),
                VERSION,
                JUDGED);
    }

    /** As many findings as {@code requests} times {@code rules}. */
    public static GateReport large(int requests, int rules) {
        List<String> names = IntStream.range(0, requests)
                .mapToObj(i -> "GET /api/v1/resources/" + i + "/details")
                .toList();
        ProfiledRun run = new ExampleRuns(NOW, "2026-11-20T15:42:33Z", 1.4, names)
                .run(Map.of("commit", "8f3a"), ExampleRuns.fingerprint("17.0.15"));
        List<Finding> findings = new ArrayList<>();
        for (int rule = 0; rule < rules; rule++) {
            for (String name : names) {
                findings.add(ExampleFindings.of("rule-" + rule, "latency.p99")
                        .on(Selector.request(name))
                        .value(0.0124)
                        .against(0.0119, 0.042)
                        .interval(-0.05, 0.14)
                        .detectable(0.12)
                        .is(findings.size() % 3 == 0 ? Outcome.FAIL : Outcome.PASS, Reason.GROWTH_BELOW_LIMIT));
            }
        }
        return report(Verdict.FAIL, findings, List.of(), run, true);
    }

    private static ExampleFindings absolute(double value, double limit) {
        return ExampleFindings.of("cpu", "cpu.utilization")
                .criterion(ExampleFindings.limit("< 50%", Operator.LESS, limit * 100, Unit.PERCENT))
                .value(value);
    }

    private static ProfiledRun run(double multiply) {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("commit", "8f3a1c9 \"Price by matrix\"");
        context.put("branch", "feature/matrix-prices");
        context.put("jdk", "17.0.15");
        context.put("jar.jackson-databind", multiply > 5 ? "2.18.1, 1646215 bytes" : "2.17.0, 1640315 bytes");
        context.put("jar.sample-service", "85012 bytes");
        return new ExampleRuns(NOW, "2026-11-20T15:42:33Z", multiply, ExampleRuns.REQUESTS)
                .run(context, ExampleRuns.fingerprint("17.0.15"));
    }

    private static GateReport report(
            Verdict verdict,
            List<Finding> findings,
            List<ValidityProblem> problems,
            ProfiledRun run,
            boolean compared) {
        Map<String, GateReport.Baseline> baselines = new LinkedHashMap<>();
        if (compared) {
            ProfiledRun before = new ExampleRuns(BEFORE, "2026-11-19T02:00:11Z", 1.54, ExampleRuns.REQUESTS)
                    .run(
                            new TreeMap<>(
                                    new TreeMap<>(Map.of("commit", "11aa77e", "branch", "main", "jdk", "17.0.15"))),
                            ExampleRuns.fingerprint("17.0.15"));
            baselines.put(BEFORE, new GateReport.Baseline(before, ExampleMeasurements.of(before)));
        }
        return new GateReport(
                run,
                new Judgement(
                        verdict,
                        findings,
                        problems,
                        compared ? Map.of(new BaselineRef.PreviousRun(), List.of(BEFORE)) : Map.of()),
                ExampleMeasurements.of(run),
                baselines,
                compared ? List.of(ExampleMeasurements.trend()) : List.of(),
                VERSION,
                JUDGED);
    }
}
