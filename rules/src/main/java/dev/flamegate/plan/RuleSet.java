package dev.flamegate.plan;

import dev.flamegate.model.finding.Acceptance;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Rule;
import java.util.List;
import java.util.Optional;

/**
 * The rules of one or more files; ids are unique across all of them.
 *
 * @param rules in the order written
 * @param indicators the user's own, defined under {@code indicators:}
 * @param accepted growths that the ledger accepts
 */
public record RuleSet(List<Rule> rules, List<Indicator> indicators, List<Acceptance> accepted) {
    public RuleSet {
        rules = List.copyOf(rules);
        indicators = List.copyOf(indicators);
        accepted = List.copyOf(accepted);
    }

    public RuleSet(List<Rule> rules, List<Indicator> indicators) {
        this(rules, indicators, List.of());
    }

    public RuleSet accepting(List<Acceptance> ledger) {
        return new RuleSet(rules, indicators, ledger);
    }

    public RuleSet only(String id) {
        return new RuleSet(rule(id).stream().toList(), indicators, accepted);
    }

    public Optional<Rule> rule(String id) {
        return rules.stream().filter(rule -> rule.id().equals(id)).findFirst();
    }
}
