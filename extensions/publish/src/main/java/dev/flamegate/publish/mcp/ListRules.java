package dev.flamegate.publish.mcp;

import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RuleSet;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists the rules that have to hold. */
final class ListRules implements Tool {
    @Override
    public String name() {
        return "list_rules";
    }

    @Override
    public String description() {
        return "The plan's rules: what each measures (indicator, and the part of the service it is of), what must hold or"
                + " the build fails, what should hold, and where it is written.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(Parameter.LIMIT, Parameter.SKIP);
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) {
        RuleSet rules = stored.files().rules();
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        ArrayNode list = answer.putArray("rules");
        rules.rules().stream().skip(arguments.skip()).forEach(rule -> add(list.addObject(), rule));
        Answers.cut(answer, "rules", arguments.limit());
        return answer;
    }

    private static void add(ObjectNode node, Rule rule) {
        node.put("rule", rule.id());
        node.put("indicator", rule.indicator().name());
        ObjectNode selector = node.putObject("selector");
        rule.selector().parts().forEach((kind, name) -> selector.put(kind.key(), name));
        add(node.putArray("must"), rule.must());
        add(node.putArray("should"), rule.should());
        node.put("source", rule.source());
        if (rule.owner() != null) {
            node.put("owner", rule.owner());
        }
        if (rule.why() != null) {
            node.put("why", rule.why());
        }
    }

    private static void add(ArrayNode list, List<Criterion> criteria) {
        criteria.forEach(criterion -> list.add(criterion.text()));
    }
}
