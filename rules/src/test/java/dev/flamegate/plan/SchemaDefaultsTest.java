package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.yaml.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the schemas say to people beside the kinds of values: defaults and examples. */
class SchemaDefaultsTest {
    private static final JsonMapper JSON = JsonMapper.shared();

    @Test
    void the_defaults_of_the_plan_are_those_of_the_parser() {
        ObjectNode plan = defaults(JSON.readTree(Published.planSchema()));
        ((ObjectNode) plan.get("target")).put("jar", "app.jar");
        ((ObjectNode) plan.get("load")).remove("kubernetes"); // that it is there is what it says

        assertThat(plan.at("/load/warm-up/at-most").asString()).isEqualTo("30 s");
        assertThat(read(plan.toString())).isEqualTo(read("{target: {jar: app.jar}}"));
    }

    @Test
    void the_defaults_of_a_rule_are_those_of_the_parser() {
        JsonNode schema = JSON.readTree(Published.rulesSchema()).at("/definitions/rule");
        ObjectNode explicit =
                defaults(schema).put("id", "a").put("indicator", "latency.p99").put("must", "< 5 ms");

        assertThat(explicit.size()).isEqualTo(7);
        assertThat(rule(explicit.toString())).isEqualTo(rule("{id: a, indicator: latency.p99, must: < 5 ms}"));
    }

    @Test
    void the_examples_are_right_by_their_own_schema() {
        for (String text : List.of(Published.planSchema(), Published.rulesSchema())) {
            JsonNode root = JSON.readTree(text);
            List<JsonNode> parts = root.findParents("examples");
            assertThat(parts).hasSizeGreaterThan(10);
            for (JsonNode part : parts) {
                ObjectNode alone = ((ObjectNode) part).deepCopy();
                alone.set("definitions", root.get("definitions"));
                if (!alone.has("properties") && alone.toString().contains("#/properties/")) {
                    alone.set("properties", root.get("properties"));
                }
                Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                        .getSchema(alone.toString(), InputFormat.JSON);
                part.get("examples")
                        .forEach(example -> assertThat(schema.validate(example.toString(), InputFormat.JSON))
                                .as("%s in %s", example, part.get("description"))
                                .isEmpty());
            }
        }
    }

    /** The object of all defaults, sections as objects of theirs. */
    private static ObjectNode defaults(JsonNode schema) {
        ObjectNode object = JSON.createObjectNode();
        schema.get("properties").properties().forEach(entry -> {
            JsonNode property = entry.getValue();
            if (property.has("default")) {
                object.set(entry.getKey(), property.get("default"));
            } else if (property.has("properties")) {
                object.set(entry.getKey(), defaults(property));
            }
        });
        return object;
    }

    private static Plan read(String text) {
        return PlanReader.read(new Source("x", text), Map.of());
    }

    private static Rule rule(String text) {
        return RulesReader.read(List.of(new Source("x", "rules: [" + text + "]")))
                .rules()
                .get(0);
    }
}
