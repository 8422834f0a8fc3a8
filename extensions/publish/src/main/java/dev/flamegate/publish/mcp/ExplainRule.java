package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.gate.StoredNoise;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.report.explain.RuleExplainer;
import dev.flamegate.store.History;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

final class ExplainRule implements Tool {
    @Override
    public String name() {
        return "explain_rule";
    }

    @Override
    public String description() {
        return "Says one rule in English: what makes it fail, how often noise would do so, and which growth it finds, on"
                + " the noise of what is stored.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.text("rule", "The rule's id, as list_rules and findings have it.")
                .needed());
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) {
        RuleSet rules = stored.files().rules();
        Rule rule = rule(arguments.text("rule").orElseThrow(), rules.rules());
        History history = stored.history();
        Forecasts forecasts = Forecasts.of(
                rules.rules(),
                StoredNoise.of(
                        history,
                        stored.comparisons(history),
                        stored.files().plan().service()),
                Looks.DEFAULT);
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.put("rule", rule.id());
        answer.put("explanation", RuleExplainer.explain(rule, forecasts));
        return answer;
    }

    private static Rule rule(String id, List<Rule> rules) {
        return rules.stream().filter(rule -> rule.id().equals(id)).findFirst().orElseThrow(() -> {
            List<String> ids = rules.stream().map(Rule::id).toList();
            String nearest = Words.nearest(id, ids);
            return new UsageProblem("there is no rule " + id + " in the plan: "
                    + (nearest == null ? "list_rules has them all" : "did you mean " + nearest + "?"));
        });
    }
}
