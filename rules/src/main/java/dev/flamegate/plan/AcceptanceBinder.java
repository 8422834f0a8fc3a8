package dev.flamegate.plan;

import dev.flamegate.model.Acceptance;
import dev.flamegate.model.BaselineRef;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Quantity;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Selector;
import dev.flamegate.model.SelectorKind;
import dev.flamegate.model.Unit;
import dev.flamegate.plan.CriterionDraft.Amount;
import dev.flamegate.plan.Node.Scalar;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one entry of the ledger. */
final class AcceptanceBinder {
    static final List<String> KEYS =
            List.of("rule", "request", "frame", "pool", "up-to", "against", "reason", "author", "accepted", "expires");

    private AcceptanceBinder() {}

    /** The entry; empty when it has problems, or is of a rule that is not there. */
    static Optional<Acceptance> bind(Section entry, RuleSet rules) {
        int before = entry.problems().count();
        for (String key : List.of("rule", "up-to", "reason", "author", "accepted", "expires")) {
            entry.require(key, "every entry has one");
        }
        Optional<Rule> rule = entry.read("rule", Values::text).flatMap(rules::rule);
        rule.ifPresent(known -> check(entry, known));
        Optional<Quantity> upTo = entry.read(
                "up-to", value -> quantity(value, rule.map(Rule::indicator).orElse(null)));
        BaselineRef against = entry.read("against", AcceptanceBinder::baseline).orElse(null);
        Optional<String> reason = entry.read("reason", Values::text);
        Optional<String> author = entry.read("author", Values::text);
        Optional<LocalDate> accepted = entry.read("accepted", AcceptanceBinder::date);
        Optional<LocalDate> expires = entry.read("expires", AcceptanceBinder::date);
        if (accepted.isPresent() && expires.isPresent() && expires.get().isBefore(accepted.get())) {
            entry.problems().add(entry.at("expires"), "an acceptance does not expire before the day it is of");
        }
        Selector selector = new Selector(
                part(entry, SelectorKind.REQUEST), part(entry, SelectorKind.FRAME), part(entry, SelectorKind.POOL));
        if (entry.problems().count() > before || rule.isEmpty()) {
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

    /** A limit that no build may reach is mended in its rule: only growths come and go. */
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
                        .add(entry.at(kind.key()), rule.indicator().name() + " has no parts by `" + kind.key() + "`");
            }
        }
    }

    private static @Nullable String part(Section entry, SelectorKind kind) {
        return entry.read(kind.key(), Values::text).orElse(null);
    }

    /** An amount; of an unknown indicator only its number is looked at. */
    private static Optional<Quantity> quantity(Value value, @Nullable Indicator indicator) {
        if (!(value.node() instanceof Scalar scalar) || scalar.kind() == Node.Kind.NOTHING) {
            value.wrong("the largest growth accepted, as `8%` or `5 ms`");
            return Optional.empty();
        }
        CriterionScanner scanner = new CriterionScanner(scalar.value());
        int at = scanner.at();
        String number = scanner.number();
        int unitAt = scanner.at();
        String symbol = scanner.word();
        if (number.isEmpty()
                || !scanner.atEnd()
                || !(Double.parseDouble(number) > 0)
                || Double.isInfinite(Double.parseDouble(number))) {
            value.wrong("the largest growth accepted, as `8%` or `5 ms`");
            return Optional.empty();
        }
        Amount amount = new Amount(Double.parseDouble(number), symbol, at, unitAt);
        try {
            Unit unit = symbol.equals(Unit.PERCENT.symbol()) || indicator == null
                    ? Unit.PERCENT
                    : Units.difference(amount, indicator, true);
            return Optional.of(new Quantity(amount.value(), unit));
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }

    private static Optional<BaselineRef> baseline(Value value) {
        Optional<String> text = Values.text(value);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        CriterionScanner scanner = new CriterionScanner(text.get());
        try {
            BaselineRef baseline = new BaselineParser(scanner).baseline();
            if (!scanner.atEnd()) {
                throw new CriterionProblem(scanner.at(), "the baseline ends before this", null);
            }
            return Optional.of(baseline);
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }

    private static Optional<LocalDate> date(Value value) {
        if (value.node() instanceof Scalar scalar) {
            try {
                return Optional.of(LocalDate.parse(scalar.value()));
            } catch (DateTimeParseException e) {
                value.wrong("a date, as `2027-01-31`");
                return Optional.empty();
            }
        }
        value.wrong("a date, as `2027-01-31`");
        return Optional.empty();
    }
}
