package dev.flamegate.report;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.LatencyGrowth;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds findings in few words. */
public final class ExampleFindings {
    private String id = "cpu-cost";
    private Indicator indicator = Indicators.find("cpu.per-request").orElseThrow();
    private Selector selector = Selector.ALL;
    private Criterion criterion = growthLimit("< 10% growth vs previous run", Operator.LESS, 10, Unit.PERCENT);
    private Level level = Level.MUST;
    private @Nullable Double value;
    private @Nullable Double baseline;
    private @Nullable String baselineName;
    private @Nullable Double growth;
    private @Nullable Interval interval;
    private @Nullable Interval valueInterval;
    private @Nullable Double detectable;
    private @Nullable String because;
    private @Nullable String why;
    private @Nullable String owner;
    private @Nullable Culprit culprit;
    private @Nullable String noCulprit;
    private @Nullable Diagnosis diagnosis;
    private LatencyGrowth latency = LatencyGrowth.NONE;
    private List<Warning> warnings = List.of();

    public static ExampleFindings of(String id, String indicator) {
        ExampleFindings finding = new ExampleFindings();
        finding.id = id;
        finding.indicator = Indicators.find(indicator).orElseThrow();
        return finding;
    }

    public static Criterion growthLimit(String text, Operator operator, double limit, Unit unit) {
        Criterion.Change change = text.contains("drop") ? Criterion.Change.DROP : Criterion.Change.GROWTH;
        return new Criterion.Growth(
                text,
                operator,
                new Quantity(limit, unit),
                unit.equals(Unit.PERCENT),
                change,
                new BaselineRef.PreviousRun(),
                null);
    }

    public static Criterion limit(String text, Operator operator, double limit, Unit unit) {
        return new Criterion.Absolute(text, operator, new Quantity(limit, unit));
    }

    public ExampleFindings on(Selector part) {
        selector = part;
        return this;
    }

    public ExampleFindings criterion(Criterion written) {
        criterion = written;
        return this;
    }

    public ExampleFindings should() {
        level = Level.SHOULD;
        return this;
    }

    public ExampleFindings value(double base) {
        value = base;
        return this;
    }

    public ExampleFindings between(double low, double high) {
        valueInterval = new Interval(low, high, 0.95);
        return this;
    }

    /** Against the run everybody compares with here. */
    public ExampleFindings against(double base, double relative) {
        baseline = base;
        baselineName = "run " + Examples.BEFORE;
        growth = relative;
        return this;
    }

    public ExampleFindings interval(double low, double high) {
        interval = new Interval(low, high, 0.95);
        return this;
    }

    public ExampleFindings detectable(double relative) {
        detectable = relative;
        return this;
    }

    public ExampleFindings because(String clause) {
        because = clause;
        return this;
    }

    public ExampleFindings why(String text, String team) {
        why = text;
        owner = team;
        return this;
    }

    public ExampleFindings culprit(Culprit found) {
        culprit = found;
        return this;
    }

    public ExampleFindings noCulprit(String reason) {
        noCulprit = reason;
        return this;
    }

    public ExampleFindings diagnosis(Diagnosis recognised) {
        diagnosis = recognised;
        return this;
    }

    /** Sets the parts of a latency, and the share of its growth that the slowest tenth of requests have. */
    public ExampleFindings latency(double slowest, LatencyPart... parts) {
        latency = new LatencyGrowth(List.of(parts), slowest, true);
        return this;
    }

    public ExampleFindings warning(String message) {
        warnings = List.of(new Warning("example", message));
        return this;
    }

    public Finding is(Outcome outcome, Finding.Reason reason) {
        List<Criterion> must = level == Level.MUST ? List.of(criterion) : List.of();
        List<Criterion> should = level == Level.SHOULD ? List.of(criterion) : List.of();
        Rule rule = new Rule(
                id,
                indicator,
                selector,
                must,
                should,
                Rule.OnNoData.FAIL,
                Rule.OnNoBaseline.RECORD,
                Rule.Decision.EVIDENCE,
                Rule.Applies.BOTH,
                owner,
                why,
                "rules/sets/service.yaml:12",
                12);
        Finding.Growth compared = baseline == null || baselineName == null
                ? null
                : new Finding.Growth(baseline, baselineName, growth, interval, detectable);
        return new Finding(
                rule,
                criterion,
                level,
                outcome,
                selector,
                value,
                valueInterval,
                compared,
                reason,
                because,
                warnings,
                new Finding.Cause(culprit, noCulprit, diagnosis, latency));
    }
}
