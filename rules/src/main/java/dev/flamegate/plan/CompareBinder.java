package dev.flamegate.plan;

import dev.flamegate.plan.Node.Fields;
import dev.flamegate.plan.Node.Kind;
import dev.flamegate.plan.Node.Scalar;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code compare} of a plan. */
final class CompareBinder {
    static final List<String> KEYS = List.of("baseline", "candidate", "budget", "blocks");
    static final List<String> ARM_KEYS = List.of("from", "environment", "java-options", "labels");

    private static final Duration DEFAULT_BUDGET = Duration.ofMinutes(12);
    private static final int DEFAULT_BLOCKS = 2;

    private CompareBinder() {}

    static CompareSpec bind(Section file) {
        Section compare = file.section("compare", KEYS);
        return new CompareSpec(
                arm(compare, "baseline"),
                arm(compare, "candidate"),
                compare.read("budget", DEFAULT_BUDGET, Amounts.duration(Duration.ofSeconds(1), Duration.ofHours(24))),
                compare.read("blocks", DEFAULT_BLOCKS, Values.whole(1, CompareSpec.MOST_BLOCKS)));
    }

    private static @Nullable ArmSpec arm(Section compare, String key) {
        if (compare.value(key).orElse(null) instanceof Fields) {
            return detailed(compare.section(key, ARM_KEYS));
        }
        return compare.read(
                        key,
                        value -> build(value, "a jar, `git:REVISION`, `image:NAME`, a URL or a mapping with `from`"))
                .orElse(null);
    }

    private static @Nullable ArmSpec detailed(Section arm) {
        arm.require("from", "what the arm runs, as `git:v1.2`");
        Optional<ArmSpec> build =
                arm.read("from", value -> build(value, "a jar, `git:REVISION`, `image:NAME` or a URL"));
        Map<String, String> environment = arm.read("environment", Map.of(), Values::settings);
        List<String> javaOptions = arm.read("java-options", List.of(), Values::words);
        Map<String, String> labels = arm.read("labels", Map.of(), ServersBinder::labels);
        return build.map(found -> found.plus(environment, javaOptions).labelled(labels))
                .orElse(null);
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
