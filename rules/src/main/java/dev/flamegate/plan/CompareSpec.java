package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.YamlReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How two builds are compared.
 *
 * @param baseline the arm to compare with; {@code null} when the plan names none
 * @param candidate the arm that is judged; {@code null} when the plan names none
 * @param budget time by which the comparison ends, decided or not; above 0
 * @param blocks blocks of load per arm and pair, 1 to {@value #MOST_BLOCKS}
 */
public record CompareSpec(
        @Nullable ArmSpec baseline, @Nullable ArmSpec candidate, Duration budget, int blocks) {
    static final List<String> KEYS = List.of("baseline", "candidate", "budget", "blocks");
    static final List<String> ARM_KEYS =
            List.of("from", "command", "environment", "java-options", "arguments", "jdk", "replace", "labels");

    private static final String ARM =
            "a jar, `git:REVISION`, `image:NAME`, a URL, `target` or a mapping of how the arm differs";

    private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(12);
    private static final int DEFAULT_BLOCKS = 2;

    /** More blocks would say more about one start, but it is starts that differ. */
    public static final int MOST_BLOCKS = 10;

    public CompareSpec {
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException(budget + ": the budget of a comparison must be above 0");
        }
        if (blocks < 1 || blocks > MOST_BLOCKS) {
            throw new IllegalArgumentException(blocks + ": a pair has 1 to " + MOST_BLOCKS + " blocks per arm");
        }
    }

    /** As in the plan file; wrong values are recorded as problems and replaced by the default. */
    static CompareSpec read(Section file) {
        Section compare = file.section("compare", KEYS);
        return new CompareSpec(
                arm(compare, "baseline"),
                arm(compare, "candidate"),
                compare.read("budget", DEFAULT_BUDGET, Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(24))),
                compare.read("blocks", DEFAULT_BLOCKS, Value.whole(1, CompareSpec.MOST_BLOCKS)));
    }

    /**
     * Reads an arm from a file of its own, with the keys of an arm in a plan.
     *
     * @throws dev.flamegate.plan.yaml.PlanProblems with everything that is wrong with it
     */
    public static ArmSpec readArm(Source source) {
        Problems problems = new Problems();
        Optional<Node> root = YamlReader.read(source, problems);
        problems.throwIfAny();
        ArmSpec arm = detailed(Section.of(root.orElseThrow(), "", problems, ARM_KEYS));
        problems.throwIfAny();
        return arm;
    }

    private static @Nullable ArmSpec arm(Section compare, String key) {
        if (compare.value(key).orElse(null) instanceof Fields) {
            return detailed(compare.section(key, ARM_KEYS));
        }
        return compare.read(key, value -> build(value, ARM)).orElse(null);
    }

    private static ArmSpec detailed(Section arm) {
        Optional<ArmSpec> from =
                arm.read("from", value -> build(value, "a jar, `git:REVISION`, `image:NAME`, a URL or `target`"));
        Optional<ArmSpec> command = arm.read("command", Value::command)
                .filter(words -> !words.isEmpty())
                .map(ArmSpec::ofCommand);
        if (arm.has("from") && arm.has("command")) {
            arm.problems().add(arm.at("command"), "an arm takes one of `from` or `command`, but has both");
        }
        ArmSpec.Changes changes = new ArmSpec.Changes(
                arm.read("environment", Map.of(), Value::settings),
                arm.read("java-options", List.of(), Value::words),
                arm.read("arguments", List.of(), Value::words),
                arm.read("jdk", Value::text).orElse(null),
                arm.read("replace", Map.of(), Value::settings));
        Map<String, String> labels = arm.read("labels", Map.of(), ServersSpec::labels);
        return from.or(() -> command)
                .orElseGet(ArmSpec::ofTarget)
                .changed(changes)
                .labelled(labels);
    }

    private static Optional<ArmSpec> build(Value value, String expected) {
        if (!(value.node() instanceof Scalar scalar)
                || scalar.kind() != Kind.TEXT
                || scalar.value().isBlank()) {
            value.wrong(expected);
            return Optional.empty();
        }
        try {
            return Optional.of(ArmSpec.parse(scalar.value()));
        } catch (IllegalArgumentException refused) {
            value.problems().add(scalar.at(), "`" + value.name() + "`: " + refused.getMessage());
            return Optional.empty();
        }
    }
}
