package dev.flamegate.plan;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.plan.CriterionParser.Amount;
import dev.flamegate.plan.CriterionParser.CriterionProblem;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.YamlReader;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the ledger of accepted growths: {@code flamegate-accepted.yaml}, next to the plan. */
public final class LedgerReader {
    public static final String FILE = "flamegate-accepted.yaml";

    static final List<String> KEYS = List.of("version", "accepted");

    static final List<String> ENTRY_KEYS =
            List.of("rule", "request", "frame", "pool", "up-to", "against", "reason", "author", "accepted", "expires");

    private static final String GROWTH = "the largest growth accepted, such as `8%` or `5 ms`";
    private static final String DATE = "a date, such as `2027-01-31`";

    private LedgerReader() {}

    /**
     * The entries of a ledger for these rules; entries for rules of other plans are left out.
     *
     * @throws PlanProblems with everything that is wrong with it
     */
    public static List<Acceptance> read(Source source, RuleSet rules) {
        Problems problems = new Problems();
        List<Acceptance> entries = new ArrayList<>();
        for (Node item : items(source, problems)) {
            entry(item, rules, problems).ifPresent(entries::add);
        }
        problems.throwIfAny();
        return entries;
    }

    /** The entries as written in the file; none where it cannot be read, with the problems recorded. */
    public static List<Node> items(Source source, Problems problems) {
        return YamlReader.read(source, problems)
                .map(root -> Section.of(root, "", problems, KEYS))
                .filter(Section::versionIsKnown)
                .flatMap(file -> {
                    file.require("accepted", "a list of entries, each after a `-`; `flamegate accept` writes them");
                    return file.value("accepted");
                })
                .map(node -> {
                    if (node instanceof Items items) {
                        return items.items();
                    }
                    problems.add(
                            node.at(), "`accepted` takes a list of entries, each after a `-`, not " + node.describe());
                    return List.<Node>of();
                })
                .orElse(List.of());
    }

    /** The entry; empty when it has problems, or its rule does not exist. */
    private static Optional<Acceptance> entry(Node item, RuleSet rules, Problems problems) {
        int before = problems.count();
        Section entry = Section.of(item, "accepted", problems, ENTRY_KEYS);
        for (String key : List.of("rule", "up-to", "reason", "author", "accepted", "expires")) {
            entry.require(key, "every entry needs it");
        }
        Optional<Rule> rule = entry.read("rule", Value::text).flatMap(rules::rule);
        rule.ifPresent(known -> check(entry, known));
        Optional<Quantity> upTo = entry.read(
                "up-to", value -> quantity(value, rule.map(Rule::indicator).orElse(null)));
        BaselineRef against = entry.read("against", LedgerReader::baseline).orElse(null);
        Optional<String> reason = entry.read("reason", Value::text);
        Optional<String> author = entry.read("author", Value::text);
        Optional<LocalDate> accepted = entry.read("accepted", LedgerReader::date);
        Optional<LocalDate> expires = entry.read("expires", LedgerReader::date);
        if (accepted.isPresent() && expires.isPresent() && expires.get().isBefore(accepted.get())) {
            entry.problems().add(entry.at("expires"), "an acceptance cannot expire before it begins");
        }
        Selector selector = new Selector(
                part(entry, SelectorKind.REQUEST), part(entry, SelectorKind.FRAME), part(entry, SelectorKind.POOL));
        if (problems.count() > before || rule.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Acceptance(
                rule.get().id(),
                selector,
                upTo.orElseThrow(),
                upTo.orElseThrow().unit().equals(Unit.PERCENT),
                against,
                reason.orElseThrow(),
                author.orElseThrow(),
                accepted.orElseThrow(),
                expires.orElseThrow()));
    }

    /**
     * Checks that a rule has growths: only those can be accepted for a time; an absolute limit is changed in its rule.
     */
    private static void check(Section entry, Rule rule) {
        boolean growths = Stream.concat(rule.must().stream(), rule.should().stream())
                .anyMatch(Criterion.Growth.class::isInstance);
        if (!growths) {
            entry.problems()
                    .add(
                            entry.at("rule"),
                            "the rule `" + rule.id() + "` limits no growth; raise its limit in " + rule.source()
                                    + " instead");
        }
        for (SelectorKind kind : SelectorKind.values()) {
            if (entry.has(kind.key()) && !rule.indicator().selectors().contains(kind)) {
                entry.problems()
                        .add(
                                entry.at(kind.key()),
                                rule.indicator().name() + " cannot be narrowed by `" + kind.key() + "`");
            }
        }
    }

    private static @Nullable String part(Section entry, SelectorKind kind) {
        return entry.read(kind.key(), Value::text).orElse(null);
    }

    /** An amount; its unit is checked if the indicator is known. */
    private static Optional<Quantity> quantity(Value value, @Nullable Indicator indicator) {
        if (!(value.node() instanceof Scalar scalar) || scalar.kind() == Node.Kind.NOTHING) {
            value.wrong(GROWTH);
            return Optional.empty();
        }
        Optional<Amount> read = CriterionParser.positive(scalar.value());
        if (read.isEmpty()) {
            value.wrong(GROWTH);
            return Optional.empty();
        }
        Amount amount = read.get();
        try {
            Unit unit = amount.unit().equals(Unit.PERCENT.symbol()) || indicator == null
                    ? Unit.PERCENT
                    : CriterionReader.difference(amount, indicator, true);
            return Optional.of(new Quantity(amount.value(), unit));
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }

    private static Optional<BaselineRef> baseline(Value value) {
        Optional<String> text = value.text();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(CriterionParser.baseline(text.get()));
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }

    private static Optional<LocalDate> date(Value value) {
        try {
            return value.scalar().map(scalar -> LocalDate.parse(scalar.value())).or(() -> {
                value.wrong(DATE);
                return Optional.empty();
            });
        } catch (DateTimeParseException e) {
            value.wrong(DATE);
            return Optional.empty();
        }
    }
}
