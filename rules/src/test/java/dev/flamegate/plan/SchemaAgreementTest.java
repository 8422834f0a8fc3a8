package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.json.JsonMapper;

/**
 * Proves that schema and parser agree: what the parser accepts the schema accepts, and what the schema accepts the
 * parser accepts, except for the checks listed here, which JSON Schema cannot make.
 */
class SchemaAgreementTest {
    private static final int MUTATIONS = 3000;

    /** Messages of the checks that only the parser makes; docs/rules.md and docs/plan.md name them. */
    private static final List<Pattern> PARSER_ONLY = List.of(
            // names that other parts of the files give
            Pattern.compile("unknown indicator .*"),
            Pattern.compile("the id `.*` is already used.*"),
            Pattern.compile(".* is an indicator of Flamegate; give yours another name"),
            Pattern.compile("no rule in any file.*"),
            // units and sense of a criterion, which depend on the indicator
            Pattern.compile("the unit is missing; .*"),
            Pattern.compile(".* does not fit; .* takes .* here"),
            Pattern.compile("`points` are the difference of two percentages; .*"),
            Pattern.compile("a criterion says what must hold, .*"),
            Pattern.compile(".* is better when .* never breaks a build"),
            Pattern.compile("nothing (is below 0|drops by more than 100%)|no change is smaller than 0: .*"),
            Pattern.compile(".* cannot be narrowed by .*"),
            // two values that contradict each other
            Pattern.compile("two of `compare.candidate` are called `.*`: give each a `name` of its own"),
            Pattern.compile(".* never warns: .*"),
            Pattern.compile("`vs baseline` means the other arm .*"),
            Pattern.compile("`load.warm-up.at-most` is below `at-least`"),
            Pattern.compile("each of the .* injectors would send the whole load, .*"),
            Pattern.compile("`target.data` is copied to where `\\{work}` stands, .*"),
            Pattern.compile("`(target.[a-z.]+|beside)` applies to `runtime: process` only"),
            Pattern.compile("`target.kubernetes` is for pods: add `runtime: kubernetes`"),
            Pattern.compile("`load.kubernetes` is for targets in pods: .*"),
            Pattern.compile(
                    "`\\{beside\\..*}` in `(target|(before|after)\\.[a-z]+)`: there is no such program in `beside`"),
            Pattern.compile(
                    "`\\{.*}` in `(before|after)\\.[a-z]+` (stands for nothing: .*|applies to `runtime: process` only)"),
            Pattern.compile("`\\{.*}` in `beside.[a-z0-9-]+` stands for nothing in a container, .*"),
            Pattern.compile("`beside.[a-z0-9-]+` gets a free port at every start: .*"),
            // what a command and its placeholders refer to
            Pattern.compile("unknown placeholder .*"),
            Pattern.compile("`load.command` does not say with .*"),
            // sizes of amounts
            Pattern.compile(".* takes a duration from .*"),
            Pattern.compile(".* takes a size from .*"));

    @Test
    void the_parser_and_the_schema_of_rules_agree() throws IOException {
        Schema schema = schema(Published.rulesSchema());
        for (Path set : List.of(
                Path.of("sets/service.yaml"),
                Path.of("sets/jvm.yaml"),
                Path.of("sets/profile.yaml"),
                Path.of("sets/work.yaml"),
                Path.of("src/test/resources/dev/flamegate/plan/every-key-of-rules.yaml"))) {
            agreeOnMutations(schema, set, text -> RulesReader.read(List.of(new Source("x", text))));
        }
    }

    @Test
    void the_parser_and_the_schema_of_plans_agree() throws IOException {
        Schema schema = schema(Published.planSchema());
        for (Path plan : List.of(
                Path.of("../flamegate.yaml"),
                Path.of("src/test/resources/dev/flamegate/plan/every-key-of-a-plan.yaml"),
                Path.of("src/test/resources/dev/flamegate/plan/load-by-command.yaml"),
                Path.of("src/test/resources/dev/flamegate/plan/several-candidates.yaml"))) {
            agreeOnMutations(schema, plan, text -> PlanReader.read(new Source("x", text), Map.of()));
        }
    }

    @Test
    void they_agree_on_every_sealed_mistake() throws IOException {
        Path folder = Path.of("src/test/resources/dev/flamegate/plan/wrong");
        int compared = 0;
        for (String name : WrongFilesTest.wrongFiles()) {
            Object tree;
            try {
                tree = load(Files.readString(folder.resolve(name + ".yaml")));
            } catch (RuntimeException notYaml) {
                continue;
            }
            if (tree != null) {
                boolean plan = name.startsWith("plan-");
                agree(
                        schema(plan ? Published.planSchema() : Published.rulesSchema()),
                        tree,
                        plan
                                ? text -> PlanReader.read(new Source("x", text), Map.of())
                                : text -> RulesReader.read(List.of(new Source("x", text))));
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(15);
    }

    private static void agreeOnMutations(Schema schema, Path file, Function<String, Object> parser) throws IOException {
        Object whole = load(Files.readString(file));
        agree(schema, whole, parser);
        assertThat(accepts(parser, json(whole))).as("%s itself", file).isEmpty();
        Random random = new Random(file.getFileName().toString().hashCode());
        int accepted = 0;
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            Object mutated = Mutation.of(Mutation.part(whole, random), random);
            accepted += agree(schema, mutated, parser) ? 1 : 0;
        }
        assertThat(accepted).as("accepted mutations of %s", file).isBetween(MUTATIONS / 50, MUTATIONS * 49 / 50);
    }

    private static boolean agree(Schema schema, Object tree, Function<String, Object> parser) {
        String json = json(tree);
        List<String> bySchema = new ArrayList<>();
        schema.validate(json, InputFormat.JSON).forEach(error -> bySchema.add(error.toString()));
        List<String> byParser = accepts(parser, json);
        List<String> unlisted = byParser.stream()
                .filter(message -> PARSER_ONLY.stream()
                        .noneMatch(check -> check.matcher(message).matches()))
                .toList();
        if (bySchema.isEmpty() && !unlisted.isEmpty()) {
            fail("only the parser refuses %s\nbecause of %s", json, unlisted);
        }
        if (!bySchema.isEmpty() && byParser.isEmpty()) {
            fail("only the schema refuses %s\nbecause of %s", json, bySchema);
        }
        return byParser.isEmpty();
    }

    /** The messages of the parser, none if it accepts the text. */
    private static List<String> accepts(Function<String, Object> parser, String text) {
        try {
            parser.apply(text);
            return List.of();
        } catch (PlanProblems refused) {
            return refused.problems().stream().map(Problem::message).toList();
        }
    }

    private static Schema schema(String text) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(text, InputFormat.JSON);
    }

    private static Object load(String yaml) {
        return new Load(LoadSettings.builder().build()).loadFromString(yaml);
    }

    /** JSON is YAML: both sides read the same text. */
    private static String json(Object tree) {
        return JsonMapper.shared().writeValueAsString(tree);
    }
}
