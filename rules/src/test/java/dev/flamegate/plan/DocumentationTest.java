package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.SelectorKind;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Keeps docs/plan.md and docs/rules.md true. -Dgolden.update=true writes their tables anew. */
class DocumentationTest {
    private static final Path PLAN = Path.of("../docs/plan.md");
    private static final Path COMPARE = Path.of("../docs/compare.md");
    private static final Path RULES = Path.of("../docs/rules.md");
    private static final Pattern EXAMPLE = Pattern.compile("(?m)^```yaml\\n((?s:.*?))^```$");

    @Test
    void the_table_of_indicators_is_complete() throws IOException {
        List<String> rows =
                new ArrayList<>(List.of("| indicator | unit | better | narrowed by | is |", "|---|---|---|---|---|"));
        for (Indicator indicator : Indicators.all()) {
            String selectors = String.join(
                    ", ",
                    Stream.of(SelectorKind.values())
                            .filter(indicator.selectors()::contains)
                            .map(SelectorKind::key)
                            .toList());
            rows.add(row(
                    "`" + indicator.name() + "`",
                    indicator.unit().symbol(),
                    indicator.better().name().toLowerCase(Locale.ROOT),
                    selectors,
                    indicator.description()));
        }
        assertTable(RULES, "indicators", rows);
    }

    @Test
    void the_table_of_plan_keys_is_that_of_the_schema() throws IOException {
        List<String> rows = heading();
        addKeys(JsonMapper.shared().readTree(Published.planSchema()), "", rows);
        assertTable(PLAN, "keys of the plan", rows);
    }

    @Test
    void the_table_of_rule_keys_is_that_of_the_schema() throws IOException {
        JsonNode schema = JsonMapper.shared().readTree(Published.rulesSchema());
        List<String> rows = heading();
        addKeys(schema.get("definitions").get("rule"), "", rows);
        assertTable(RULES, "keys of rules", rows);
    }

    @Test
    void the_schema_offers_every_indicator() {
        JsonNode offered = JsonMapper.shared()
                .readTree(Published.rulesSchema())
                .at("/definitions/rule/properties/indicator/anyOf/0/enum");
        List<String> names = new ArrayList<>();
        offered.forEach(name -> names.add(name.asString()));

        assertThat(names)
                .isEqualTo(Indicators.all().stream().map(Indicator::name).toList());
    }

    @Test
    void every_example_can_be_read() throws IOException {
        List<String> plans = examples(PLAN);
        List<String> rules = examples(RULES);

        assertThat(plans).hasSize(12);
        assertThat(rules).hasSize(3);
        plans.forEach(text -> PlanReader.read(new Source("plan.md", text), Map.of()));
        rules.forEach(text -> RulesReader.read(List.of(new Source("rules.md", text))));
    }

    @Test
    void the_plans_on_the_page_about_load_can_be_read() throws IOException {
        List<String> examples = examples(Path.of("../docs/load.md"));

        assertThat(examples).hasSize(5);
        PlanReader.read(new Source("load.md", examples.get(0)), Map.of());
        PlanReader.read(new Source("load.md", examples.get(4)), Map.of());
        examples.subList(1, 4)
                .forEach(load -> PlanReader.read(new Source("load.md", "target: {jar: a.jar}\n" + load), Map.of()));
    }

    @Test
    void the_examples_of_compare_are_a_plan_and_rules() throws IOException {
        List<String> examples = examples(COMPARE);

        assertThat(examples).hasSizeGreaterThan(2);
        Plan plan = PlanReader.read(new Source("compare.md", examples.get(0)), Map.of());
        assertThat(plan.target().takesPort()).isTrue();
        assertThat(plan.build()).isNotNull();
        assertThat(plan.compare().baseline()).isEqualTo(ArmSpec.parse("git:merge-base"));
        assertThat(plan.compare().candidate()).isNotNull();
        assertThat(RulesReader.read(List.of(new Source("compare.md", examples.get(1))))
                        .rules())
                .hasSize(1);
    }

    @Test
    void the_examples_of_several_arms_are_plans() throws IOException {
        List<String> examples = examples(COMPARE);

        assertThat(examples).hasSize(5);
        for (String example : examples.subList(2, 5)) {
            Plan plan = PlanReader.read(new Source("compare.md", example), Map.of());
            assertThat(plan.compare().candidates()).hasSizeGreaterThan(1);
            assertThat(plan.target().takesPort()).isTrue();
        }
    }

    @Test
    void the_table_of_presets_is_that_of_the_looks() throws IOException {
        List<String> rows = new ArrayList<>(List.of(
                "| preset | looks after pairs | error of a false FAIL | error of a false PASS |", "|---|---|---|---|"));
        for (Looks looks : List.of(Looks.DEFAULT, Looks.FAST, Looks.NIGHTLY)) {
            rows.add(row(
                    looks.name(),
                    String.join(
                            ", ", looks.pairs().stream().map(String::valueOf).toList()),
                    percent(looks.failError()),
                    percent(looks.passError())));
        }
        assertTable(COMPARE, "presets", rows);
    }

    private static String percent(double error) {
        return new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(100 * error) + " %";
    }

    @Test
    void the_texts_of_mistakes_are_as_shown() throws IOException {
        assertThat(Files.readString(PLAN))
                .contains(message(() -> PlanReader.read(
                        new Source("flamegate.yaml", "version: 1\ntarget:\n  jar: app.jar\n  prot: 8080\n"),
                        Map.of())));
        String senseless =
                "rules:\n  - id: cpu-cost\n    indicator: cpu.per-request\n    must: \"> 5% growth vs baseline\"\n";
        assertThat(Files.readString(RULES))
                .contains(message(() -> RulesReader.read(List.of(new Source("rules.yaml", senseless)))));
    }

    @Test
    void the_ready_sets_and_our_own_plan_can_be_read() throws IOException {
        List<Source> sets = Published.ruleSets().stream()
                .map(set -> Published.ruleSet("rules/sets/" + set + ".yaml").orElseThrow())
                .toList();

        assertThat(RulesReader.read(sets).rules()).hasSizeGreaterThan(20).allMatch(rule -> rule.why() != null);
        assertThat(Files.readString(RULES))
                .contains(sets.stream().map(Source::name).toList());
        assertThat(PlanReader.read(
                                new Source("flamegate.yaml", Files.readString(Path.of("../flamegate.yaml"))), Map.of())
                        .rules())
                .containsExactly(sets.get(0).name());
        assertThat(Published.ruleSet("performance/own.yaml")).isEmpty();
    }

    private static String message(Runnable reading) {
        try {
            reading.run();
        } catch (PlanProblems problems) {
            return String.valueOf(problems.getMessage());
        }
        throw new AssertionError("the example of a mistake is none");
    }

    private static List<String> heading() {
        return new ArrayList<>(List.of("| key | default | example | is |", "|---|---|---|---|"));
    }

    private static void addKeys(JsonNode object, String prefix, List<String> rows) {
        object.get("properties").properties().forEach(entry -> {
            JsonNode property = entry.getValue();
            String key = prefix + entry.getKey();
            String example =
                    property.has("examples") ? code(property.get("examples").get(0)) : "";
            String usual = property.has("default") ? code(property.get("default")) : "";
            rows.add(row(
                    "`" + key + "`", usual, example, property.get("description").asString()));
            nested(property).forEach(inner -> addKeys(inner, key + ".", rows));
            JsonNode named = property.get("additionalProperties");
            if (named != null && named.has("properties")) {
                addKeys(named, key + ".NAME.", rows);
            }
        });
    }

    private static List<JsonNode> nested(JsonNode property) {
        List<JsonNode> nested = new ArrayList<>();
        if (property.has("properties")) {
            nested.add(property);
        }
        if (property.has("oneOf")) {
            property.get("oneOf").forEach(form -> {
                if (form.has("properties")) {
                    nested.add(form);
                }
            });
        }
        return nested;
    }

    private static String code(JsonNode value) {
        String text = value.isString() ? value.asString() : value.toString();
        return "`" + text.replace("|", "\\|") + "`";
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + " |";
    }

    private static void assertTable(Path file, String name, List<String> rows) throws IOException {
        String text = Files.readString(file);
        String start = "<!-- " + name + " -->\n";
        int from = text.indexOf(start) + start.length();
        int to = text.indexOf("<!-- end -->", from);
        assertThat(from).as("mark of the table in %s", file).isGreaterThanOrEqualTo(start.length());
        String table = String.join("\n", rows) + "\n";
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(file, text.substring(0, from) + table + text.substring(to));
        } else {
            assertThat(text.substring(from, to)).isEqualTo(table);
        }
    }

    private static List<String> examples(Path file) throws IOException {
        return EXAMPLE.matcher(Files.readString(file))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }
}
