package dev.flamegate.judge;

import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import java.util.List;

/** Rules for tests, with the defaults that a rule has when a plan sets nothing else. */
public final class Rules {
    private Rules() {}

    /** A rule on the whole service whose criteria break the build. */
    public static Rule must(String id, String indicator, Criterion... must) {
        return rule(id, indicator, Selector.ALL, List.of(must), List.of());
    }

    /** A rule on the whole service whose criteria warn. */
    static Rule should(String id, String indicator, Criterion... should) {
        return rule(id, indicator, Selector.ALL, List.of(), List.of(should));
    }

    public static Rule rule(
            String id, String indicator, Selector selector, List<Criterion> must, List<Criterion> should) {
        return new Rule(
                id,
                Indicators.find(indicator).orElseThrow(),
                selector,
                must,
                should,
                Rule.OnNoData.FAIL,
                Rule.OnNoBaseline.RECORD,
                Rule.Decision.EVIDENCE,
                Rule.Applies.BOTH,
                null,
                null,
                "rules.yaml:1",
                1);
    }

    static Rule with(Rule rule, Rule.Decision decision, Rule.OnNoBaseline onNoBaseline, Rule.OnNoData onNoData) {
        return with(rule, decision, onNoBaseline, onNoData, rule.applies());
    }

    static Rule with(Rule rule, Rule.Applies applies) {
        return with(rule, rule.decision(), rule.onNoBaseline(), rule.onNoData(), applies);
    }

    private static Rule with(
            Rule rule,
            Rule.Decision decision,
            Rule.OnNoBaseline onNoBaseline,
            Rule.OnNoData onNoData,
            Rule.Applies applies) {
        return new Rule(
                rule.id(),
                rule.indicator(),
                rule.selector(),
                rule.must(),
                rule.should(),
                onNoData,
                onNoBaseline,
                decision,
                applies,
                rule.owner(),
                rule.why(),
                rule.source(),
                rule.line());
    }
}
