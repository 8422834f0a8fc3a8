package dev.flamegate.plan;

import dev.flamegate.model.Indicator;
import dev.flamegate.model.Rule;
import java.util.List;

/**
 * The rules of one or more files, ids unique over all of them.
 *
 * @param rules in the order written
 * @param indicators the user's own, defined under {@code indicators:}
 */
public record RuleSet(List<Rule> rules, List<Indicator> indicators) {
    public RuleSet {
        rules = List.copyOf(rules);
        indicators = List.copyOf(indicators);
    }
}
