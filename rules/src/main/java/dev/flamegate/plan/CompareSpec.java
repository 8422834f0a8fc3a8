package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Node.Fields;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.plan.yaml.YamlReader;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings for comparisons.
 *
 * @param baseline the arm to compare with; {@code null} when the plan has no baseline
 * @param candidates the arms that are judged, called by different names; empty when the plan has no candidates
 * @param budget time by which the comparison ends, decided or not; above 0
 * @param work when the work of requests is counted
 * @param workInJdk whether the bytecode of the JDK's classes is counted, too
 * @param events whether the virtual machines of both arms record events in the pair that may show that the
 *     candidate fails
 * @param learnsLength whether pairs are measured for as long as earlier ones recommend, not as the load says
 */
public record CompareSpec(
        @Nullable ArmSpec baseline,
        List<ArmSpec> candidates,
        Duration budget,
        WorkStep work,
        boolean workInJdk,
        boolean events,
        boolean learnsLength) {
    static final List<String> KEYS = List.of("baseline", "candidate", "budget", "work", "work-in-jdk", "events");
    static final List<String> ARM_KEYS =
            List.of("from", "command", "environment", "java-options", "arguments", "jdk", "replace", "labels", "name");

    /** When the work of requests is counted. */
    public enum WorkStep {
        /** Before the first pair, which is not measured if the work decides; where a rule is about work. */
        FIRST,
        /** Alone: no pair is measured. */
        ONLY,
        /** Never. */
        OFF
    }

    private static final String ARM =
            "a jar, `git:REVISION`, `image:NAME`, a URL, `target` or a mapping of how the arm differs";

    private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(12);

    /** Blocks of load per arm and pair. More would say more about one start, but it is starts that differ. */
    public static final int BLOCKS = 2;

    /**
     * The most candidates: with more, each would be measured too rarely within any budget, and share too small an
     * error.
     */
    public static final int MOST_CANDIDATES = 8;

    /** The longest name of an arm, which heads a column. */
    private static final int LONGEST_NAME = 40;

    public CompareSpec {
        candidates = List.copyOf(candidates);
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException(budget + ": the budget of a comparison must be above 0");
        }
    }

    /** The arm that is judged; {@code null} when the plan names none, or several. */
    public @Nullable ArmSpec candidate() {
        return candidates.size() == 1 ? candidates.get(0) : null;
    }

    /** Copies the settings for a comparison of one candidate. */
    CompareSpec judging(ArmSpec candidate) {
        return new CompareSpec(baseline, List.of(candidate), budget, work, workInJdk, events, learnsLength);
    }

    /** Reads the settings of the plan file; wrong values are recorded as problems and replaced by the default. */
    static CompareSpec read(Section file) {
        Section compare = file.section("compare", KEYS);
        return new CompareSpec(
                arm(compare, "baseline"),
                candidates(compare),
                compare.read("budget", DEFAULT_BUDGET, Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(24))),
                compare.read("work", WorkStep.FIRST, Value.choice(WorkStep.class)),
                compare.read("work-in-jdk", false, Value::flag),
                compare.read("events", true, Value::flag),
                LoadSpec.isAuto(file));
    }

    /**
     * Reads an arm from a separate file, with the keys of an arm in a plan.
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
        return compare.read(key, CompareSpec::arm).orElse(null);
    }

    private static Optional<ArmSpec> arm(Value value) {
        return value.node() instanceof Fields
                ? Optional.of(detailed(Section.of(value.node(), value.name(), value.problems(), ARM_KEYS)))
                : build(value, ARM);
    }

    /** The arms that are judged: one, or a list of them. */
    private static List<ArmSpec> candidates(Section compare) {
        if (!(compare.value("candidate").orElse(null) instanceof Items items)) {
            return Stream.ofNullable(arm(compare, "candidate")).toList();
        }
        List<ArmSpec> candidates = compare.read("candidate", List.of(), list -> list.list(CompareSpec::arm));
        if (items.items().isEmpty() || items.items().size() > MOST_CANDIDATES) {
            compare.problems()
                    .add(compare.at("candidate"), "`compare.candidate` takes 1 to " + MOST_CANDIDATES + " arms");
        }
        calledAlike(candidates)
                .ifPresent(name -> compare.problems()
                        .add(
                                compare.at("candidate"),
                                "two of `compare.candidate` are called `" + Words.brief(name)
                                        + "`: give each a `name` of its own"));
        return candidates;
    }

    /** The name that two of these arms share; empty if all are called by different names. */
    public static Optional<String> calledAlike(List<ArmSpec> arms) {
        Set<String> names = new HashSet<>();
        return arms.stream()
                .map(ArmSpec::called)
                .filter(name -> !names.add(name))
                .findFirst();
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
        ArmSpec read = from.or(() -> command)
                .orElseGet(ArmSpec::ofTarget)
                .changed(changes)
                .labelled(labels);
        return arm.read("name", CompareSpec::name).map(read::named).orElse(read);
    }

    private static Optional<String> name(Value value) {
        Optional<String> name = value.text();
        if (name.isPresent() && name.get().codePointCount(0, name.get().length()) > LONGEST_NAME) {
            value.wrong("a name of at most " + LONGEST_NAME + " characters");
            return Optional.empty();
        }
        return name;
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
