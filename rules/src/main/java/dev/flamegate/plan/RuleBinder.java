package dev.flamegate.plan;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Indicators;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Rule.Applies;
import dev.flamegate.model.Rule.Decision;
import dev.flamegate.model.Rule.OnNoBaseline;
import dev.flamegate.model.Rule.OnNoData;
import dev.flamegate.model.Selector;
import dev.flamegate.model.SelectorKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one rule. */
final class RuleBinder {
    static final List<String> KEYS = List.of(
            "id",
            "indicator",
            "request",
            "frame",
            "pool",
            "must",
            "should",
            "on-no-data",
            "on-no-baseline",
            "decision",
            "applies",
            "owner",
            "why");

    private static final String ID = "[A-Za-z0-9][A-Za-z0-9._-]*";

    private final Section rule;
    private final IndicatorBinder own;

    private RuleBinder(Section rule, IndicatorBinder own) {
        this.rule = rule;
        this.own = own;
    }

    /** The rule, or empty when it has problems. */
    static Optional<Rule> bind(Section rule, IndicatorBinder own) {
        int before = rule.problems().count();
        Optional<Rule> bound = new RuleBinder(rule, own).bind();
        return rule.problems().count() > before ? Optional.empty() : bound;
    }

    private Optional<Rule> bind() {
        rule.require("id", "a stable name, as `id: cpu`");
        Optional<String> id = rule.read("id", RuleBinder::id);
        Optional<Indicator> indicator = indicator();
        Selector selector = selector(indicator.orElse(null));
        CriteriaReader criteria = new CriteriaReader(indicator.orElse(null));
        List<Criterion> must = rule.read("must", List.of(), criteria::read);
        List<Criterion> should = rule.read("should", List.of(), criteria::read);
        if (!rule.means("must") && !rule.means("should")) {
            rule.problems().add(rule.at(), "the rule demands nothing: it needs `must` or `should`");
        }
        OnNoData onNoData = rule.read("on-no-data", OnNoData.FAIL, Values.choice(OnNoData.class));
        OnNoBaseline onNoBaseline = rule.read("on-no-baseline", OnNoBaseline.RECORD, Values.choice(OnNoBaseline.class));
        Decision decision = rule.read("decision", Decision.EVIDENCE, Values.choice(Decision.class));
        Applies applies = rule.read("applies", Applies.BOTH, Values.choice(Applies.class));
        String owner = rule.read("owner", Values::text).orElse(null);
        String why = rule.read("why", Values::text).orElse(null);
        RuleSense.check(rule, must, should, applies);
        if (id.isEmpty() || indicator.isEmpty() || (must.isEmpty() && should.isEmpty())) {
            return Optional.empty();
        }
        Position at = rule.at();
        return Optional.of(new Rule(
                id.get(),
                indicator.get(),
                selector,
                must,
                should,
                onNoData,
                onNoBaseline,
                decision,
                applies,
                owner,
                why,
                at.text(),
                at.line()));
    }

    private Optional<Indicator> indicator() {
        rule.require("indicator", "what is measured, as `indicator: cpu.utilization`");
        Optional<String> name = rule.read("indicator", Values::text);
        name.ifPresent(this::mustBeKnown);
        return name.flatMap(known -> Indicators.find(known).or(() -> own.find(known)));
    }

    private static Optional<String> id(Value value) {
        Optional<String> id = Values.text(value);
        if (id.isPresent() && !id.get().matches(ID)) {
            String plain = id.get().strip().replaceAll("[^A-Za-z0-9._-]+", "-");
            value.wrong("letters, digits, points, hyphens and underscores", plain.matches(ID) ? plain : null);
        }
        return id;
    }

    private void mustBeKnown(String name) {
        if (Indicators.find(name).isEmpty() && !own.names().contains(name)) {
            List<String> names = Stream.concat(Indicators.all().stream().map(Indicator::name), own.names().stream())
                    .toList();
            rule.problems()
                    .add(
                            rule.at("indicator"),
                            "unknown indicator `" + Words.brief(name) + "`; your own are defined under `indicators:`",
                            Nearest.of(name, names));
        }
    }

    private Selector selector(@Nullable Indicator indicator) {
        String request = selected(SelectorKind.REQUEST, indicator);
        String frame = selected(SelectorKind.FRAME, indicator);
        String pool = selected(SelectorKind.POOL, indicator);
        boolean given = Stream.of(SelectorKind.values()).anyMatch(kind -> rule.means(kind.key()));
        if (indicator != null && !given && indicator.isShareOfPart()) {
            String what =
                    indicator.name() + " is a share of the profile: say of what with `frame`, `pool` or `request`";
            rule.problems().add(rule.at(), what);
        }
        return new Selector(request, frame, pool);
    }

    private @Nullable String selected(SelectorKind kind, @Nullable Indicator indicator) {
        String key = kind.key();
        if (rule.has(key) && indicator != null && !indicator.selectors().contains(kind)) {
            rule.problems().add(rule.at(key), refusal(indicator, kind));
        }
        return rule.read(key, Values::text).orElse(null);
    }

    private static String refusal(Indicator indicator, SelectorKind kind) {
        List<String> takes = new ArrayList<>();
        for (SelectorKind other : SelectorKind.values()) {
            if (indicator.selectors().contains(other)) {
                takes.add(other.key());
            }
        }
        String reason = indicator.name() + " cannot be narrowed by `" + kind.key() + "`";
        return reason
                + (takes.isEmpty() ? "; it speaks of the whole service" : ", only by " + Words.listed(takes, "or"));
    }
}
