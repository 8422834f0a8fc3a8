package dev.flamegate.plan;

import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Absolute;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Applies;
import dev.flamegate.model.rule.Rule.Decision;
import dev.flamegate.model.rule.Rule.OnNoBaseline;
import dev.flamegate.model.rule.Rule.OnNoData;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Source.Position;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.plan.yaml.YamlReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class RulesReader {
    static final List<String> KEYS = List.of("version", "indicators", "rules");

    private final Problems problems = new Problems();
    private final IndicatorReader indicators = new IndicatorReader();
    private final Map<String, Position> ids = new HashMap<>();

    private RulesReader() {}

    /**
     * The rules of all files as one set. A rule may use an indicator that another file defines; ids are unique across
     * all of them.
     *
     * @return an empty set when there are no files
     * @throws PlanProblems with everything that is wrong with any of the files
     */
    public static RuleSet read(List<Source> sources) {
        return new RulesReader().readAll(sources);
    }

    private RuleSet readAll(List<Source> sources) {
        List<Section> files = new ArrayList<>();
        for (Source source : sources) {
            YamlReader.read(source, problems)
                    .map(root -> Section.of(root, "", problems, KEYS))
                    .filter(Section::versionIsKnown)
                    .ifPresent(files::add);
        }
        files.forEach(indicators::read);
        List<Rule> rules = new ArrayList<>();
        for (Section file : files) {
            if (!file.means("rules") && !file.means("indicators")) {
                problems.add(file.at(), "the file has neither `rules` nor `indicators`");
            }
            file.value("rules").ifPresent(node -> read(node, rules));
        }
        if (rules.isEmpty() && !sources.isEmpty() && problems.count() == 0) {
            Position start = new Position(sources.get(0), 1, 1);
            problems.add(start, "no rule in any file: a gate without rules would pass whatever happens");
        }
        problems.throwIfAny();
        return new RuleSet(rules, indicators.all());
    }

    private void read(Node node, List<Rule> rules) {
        if (!(node instanceof Items items)) {
            problems.add(node.at(), "`rules` takes a list of rules, each after a `-`, not " + node.describe());
            return;
        }
        if (items.items().isEmpty()) {
            problems.add(node.at(), "`rules` is empty");
        }
        for (Node item : items.items()) {
            Section section = Section.of(item, "rule", problems, RuleReader.KEYS);
            RuleReader.read(section, indicators).ifPresent(rules::add);
            section.value("id").ifPresent(this::mustBeUnique);
        }
    }

    private void mustBeUnique(Node id) {
        if (id instanceof Node.Scalar scalar) {
            Position first = ids.putIfAbsent(scalar.value(), scalar.at());
            if (first != null) {
                problems.add(
                        scalar.at(),
                        "the id `" + Words.brief(scalar.value()) + "` is already used by the rule at " + first.text());
            }
        }
    }

    /** Reads one rule. */
    private static final class RuleReader {
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
        private final IndicatorReader own;

        private RuleReader(Section rule, IndicatorReader own) {
            this.rule = rule;
            this.own = own;
        }

        /** The rule, or empty when it has problems. */
        static Optional<Rule> read(Section rule, IndicatorReader own) {
            int before = rule.problems().count();
            Optional<Rule> read = new RuleReader(rule, own).read();
            return rule.problems().count() > before ? Optional.empty() : read;
        }

        private Optional<Rule> read() {
            rule.require("id", "a stable name, such as `id: cpu`");
            Optional<String> id = rule.read("id", RuleReader::id);
            Optional<Indicator> indicator = indicator();
            Selector selector = selector(indicator.orElse(null));
            Function<Value, Optional<List<Criterion>>> criteria =
                    value -> CriterionReader.read(value, indicator.orElse(null));
            List<Criterion> must = rule.read("must", List.of(), criteria);
            List<Criterion> should = rule.read("should", List.of(), criteria);
            if (!rule.means("must") && !rule.means("should")) {
                rule.problems().add(rule.at(), "the rule demands nothing: it needs `must` or `should`");
            }
            OnNoData onNoData = rule.read("on-no-data", OnNoData.FAIL, Value.choice(OnNoData.class));
            OnNoBaseline onNoBaseline =
                    rule.read("on-no-baseline", OnNoBaseline.RECORD, Value.choice(OnNoBaseline.class));
            Decision decision = rule.read("decision", Decision.EVIDENCE, Value.choice(Decision.class));
            Applies applies = rule.read("applies", Applies.BOTH, Value.choice(Applies.class));
            String owner = rule.read("owner", Value::text).orElse(null);
            String why = rule.read("why", Value::text).orElse(null);
            checkSense(must, should, applies);
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
            rule.require("indicator", "what is measured, such as `indicator: cpu.utilization`");
            Optional<String> name = rule.read("indicator", Value::text);
            name.ifPresent(this::mustBeKnown);
            return name.flatMap(known -> Indicators.find(known).or(() -> own.find(known)));
        }

        private static Optional<String> id(Value value) {
            Optional<String> id = value.text();
            if (id.isPresent() && !id.get().matches(ID)) {
                String plain = id.get().strip().replaceAll("[^A-Za-z0-9._-]+", "-");
                value.wrong("letters, digits, dots, hyphens and underscores", plain.matches(ID) ? plain : null);
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
                                "unknown indicator `" + Words.brief(name)
                                        + "`; your own are defined under `indicators:`",
                                Words.nearest(name, names));
            }
        }

        private Selector selector(@Nullable Indicator indicator) {
            String request = selected(SelectorKind.REQUEST, indicator);
            String frame = selected(SelectorKind.FRAME, indicator);
            String pool = selected(SelectorKind.POOL, indicator);
            boolean given = Stream.of(SelectorKind.values()).anyMatch(kind -> rule.means(kind.key()));
            if (indicator != null && !given && indicator.isShareOfPart()) {
                String what =
                        indicator.name() + " is a share of the profile: narrow it with `frame`, `pool` or `request`";
                rule.problems().add(rule.at(), what);
            }
            return new Selector(request, frame, pool);
        }

        private @Nullable String selected(SelectorKind kind, @Nullable Indicator indicator) {
            String key = kind.key();
            if (rule.has(key) && indicator != null && !indicator.selectors().contains(kind)) {
                rule.problems().add(rule.at(key), refusal(indicator, kind));
            }
            return rule.read(key, Value::text).orElse(null);
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
                    + (takes.isEmpty() ? "; it is about the whole service" : ", only by " + Words.listed(takes, "or"));
        }

        /** Records contradictions between parts of the rule. */
        private void checkSense(List<Criterion> must, List<Criterion> should, Applies applies) {
            for (Criterion warns : should) {
                must.stream()
                        .filter(breaks -> alike(warns, breaks) && !stricter(warns, breaks))
                        .findFirst()
                        .ifPresent(breaks -> rule.problems()
                                .add(
                                        rule.at("should"),
                                        "`should: " + Words.brief(warns.text()) + "` never warns: `must: "
                                                + Words.brief(breaks.text()) + "` is as strict or stricter"));
            }
            boolean otherArm = Stream.concat(must.stream(), should.stream())
                    .anyMatch(criterion -> criterion instanceof Growth growth && growth.baseline() instanceof OtherArm);
            if (otherArm && applies == Applies.RUN) {
                rule.problems()
                        .add(
                                rule.at("applies"),
                                "`vs baseline` means the other arm of a comparison, which a run does not have",
                                "compare");
            }
        }

        /** True if both limit the same thing, so that one of them is the stricter one. */
        private static boolean alike(Criterion a, Criterion b) {
            if (a instanceof Absolute && b instanceof Absolute) {
                return true;
            }
            return a instanceof Growth one
                    && b instanceof Growth other
                    && one.relative() == other.relative()
                    && one.baseline().equals(other.baseline());
        }

        /** True if {@code a} can be broken while {@code b} holds. Both have the same direction. */
        private static boolean stricter(Criterion a, Criterion b) {
            double difference = a.limit().base() - b.limit().base();
            boolean upper = a.operator().isUpper();
            if (difference == 0) {
                boolean strictA = a.operator().symbol().length() == 1;
                boolean strictB = b.operator().symbol().length() == 1;
                return (strictA && !strictB) || floorsDiffer(a, b);
            }
            return upper ? difference < 0 : difference > 0;
        }

        private static boolean floorsDiffer(Criterion a, Criterion b) {
            return a instanceof Growth one
                    && b instanceof Growth other
                    && one.ignoring() == null
                    && other.ignoring() != null;
        }
    }
}
