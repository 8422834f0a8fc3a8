package dev.flamegate.report;

import dev.flamegate.model.Faults;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A report in which everything that can be there is there. */
public final class RichExample {
    private static final String FRAME = "dev.acme.shop.Matrix.multiply";

    private RichExample() {}

    /** The failing example with what it lacks, of one trial. */
    public static GateReport report() {
        GateReport base = Examples.failing();
        ProfiledRun first = base.candidate().first(1);
        List<Finding> findings = new ArrayList<>(base.judgement().findings());
        findings.add(ExampleFindings.of("matrix", "cpu.per-request")
                .on(new Selector("GET /matrix", FRAME, "http-#"))
                .value(0.004)
                .against(0.001, 3)
                .because("it grew")
                .warning("only three trials")
                .why("it is dear", "team-matrix")
                .culprit(ExampleCauses.named(FRAME))
                .diagnosis(new Diagnosis("d", Diagnosis.Severity.WARN, "e", "r", "https://example.org/d", 2, 1))
                .is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT));
        findings.add(ExampleFindings.of("quiet", "throughput")
                .criterion(growth(new BaselineRef.Pinned("release-1")))
                .value(3)
                .noCulprit("no method stands out")
                .is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT));
        findings.add(own());
        Map<BaselineRef, List<String>> baselines =
                new HashMap<>(base.judgement().baselines());
        baselines.put(new BaselineRef.Pinned("release-1"), List.of(Examples.BEFORE));
        return new GateReport(
                new ProfiledRun(
                        first.run().withTrials(List.of(rich(first.run().trials().get(0)))), first.trials()),
                new Judgement(
                        base.judgement().verdict(),
                        findings,
                        List.of(new ValidityProblem("steal", List.of(1), false, "others took CPU", "use a quiet host")),
                        baselines),
                base.measurements(),
                base.baselines(),
                base.trends(),
                Optional.empty(),
                Optional.of(URI.create("https://grafana.example/a?b=c")),
                base.version(),
                base.judged());
    }

    /** A finding of a user's own indicator. */
    private static Finding own() {
        Indicator orders = Indicator.own(
                "orders.open", Unit.count("orders"), Better.LOWER, "Orders that wait", "sum(orders_open{$selector})");
        Criterion criterion = growth(new BaselineRef.RunWithId(Examples.BEFORE));
        Rule rule = new Rule(
                "open-orders",
                orders,
                Selector.ALL,
                List.of(criterion),
                List.of(),
                Rule.OnNoData.FAIL,
                Rule.OnNoBaseline.RECORD,
                Rule.Decision.EVIDENCE,
                Rule.Applies.BOTH,
                null,
                null,
                "flamegate.yaml:40",
                40);
        return new Finding(
                rule,
                criterion,
                Level.MUST,
                Outcome.FAIL,
                Selector.ALL,
                7.0,
                null,
                new Finding.Growth(5, "run " + Examples.BEFORE, 0.4, null, null),
                Reason.SIGNIFICANT_BEYOND_LIMIT,
                null,
                List.of());
    }

    private static Criterion growth(BaselineRef baseline) {
        return new Criterion.Growth(
                "< 5% growth",
                Operator.LESS, new Quantity(5, Unit.PERCENT), true, Criterion.Change.GROWTH, baseline, null);
    }

    private static Trial rich(Trial trial) {
        MetricSeries orders = new MetricSeries("orders_open", Map.of("shop", "north"));
        return TrialBuilder.like(trial)
                .scraped(new Scraped(
                        Map.of(orders, 3.0),
                        Map.of(orders, new Scraped.Level(3, 2, 1)),
                        Map.of("orders.open", new Scraped.Answer.Missing(List.of("the server does not answer"))),
                        Map.of("shop-1", 3.0, "shop-2", 9.0)))
                .live(List.of(new LiveChange("shop.Receipt", 3, 3072)))
                .beside(List.of(new Trial.Beside("database", 3, 2)))
                .serverLatency(List.of(new ServerLatency(
                        "GET /matrix", 10, 0.2, List.of(new ServerLatency.Bucket(0.01, 0.02, 10)), "classic")))
                .warnings(List.of(new Warning("gc-log", "a long pause")))
                .faults(new Faults(
                        "the clock was set by 3 s",
                        trial.faults().failures(),
                        trial.faults().logged()))
                .build();
    }
}
