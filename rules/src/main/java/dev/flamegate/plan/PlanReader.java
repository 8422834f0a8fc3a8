package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Node;
import dev.flamegate.plan.yaml.Overrides;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a plan: {@code flamegate.yaml}. */
public final class PlanReader {
    static final List<String> KEYS = List.of(
            "version",
            "service",
            "target",
            "build",
            "inherit",
            "load",
            "profile",
            "compare",
            "beside",
            "before",
            "after",
            "images",
            "prometheus",
            "pyroscope",
            "grafana",
            "rules",
            "history",
            "report",
            "trials");

    private static final int MOST_TRIALS = 1000;

    private PlanReader() {}

    /**
     * Reads the plan from a file.
     *
     * @param overrides values from the command line in place of those in the file, by dotted key:
     *     {@code load.measure} to {@code 5s}; a value in brackets, braces or quotes is read as YAML
     * @throws PlanProblems with everything that is wrong with the file and the overrides
     */
    public static Plan read(Source source, Map<String, String> overrides) {
        Problems problems = new Problems();
        Optional<Node> root = YamlReader.read(source, problems);
        Node node = Overrides.apply(root.orElseGet(() -> Overrides.nothing(source)), overrides, problems);
        if (root.isEmpty()) {
            problems.throwIfAny();
        }
        Section file = Section.of(node, "", problems, KEYS);
        if (!file.versionIsKnown()) {
            problems.throwIfAny();
        }
        Plan plan = plan(file);
        problems.throwIfAny();
        return plan;
    }

    private static Plan plan(Section file) {
        TargetSpec target = TargetReader.read(file);
        LoadSpec load = LoadSpec.read(file);
        // Where another runtime is named, perhaps on the command line, this is for the next time.
        if (load.pods() != null
                && target.runtime() != TargetSpec.Runtime.KUBERNETES
                && file.value("target", "runtime").isEmpty()) {
            file.problems()
                    .add(
                            file.at("load"),
                            "`load.kubernetes` is for targets in pods: add `runtime: kubernetes` to `target`");
        }
        List<BesideSpec> beside = BesideSpec.read(file, target);
        return new Plan(
                file.read("service", Value::text)
                        .orElseGet(() -> target.subject().serviceName()),
                target,
                file.read("build", Value::text).orElse(null),
                file.read("inherit", List.of(), PlanReader::variables),
                load,
                ProfileSpec.read(file),
                CompareSpec.read(file),
                beside,
                HookSpec.read(file, target, beside),
                ServersSpec.read(file),
                rules(file),
                HistorySpec.read(file),
                file.read("report", "build/flamegate", Value::text),
                file.read("trials", 3, Value.whole(1, MOST_TRIALS)));
    }

    private static Optional<List<String>> variables(Value value) {
        Optional<List<String>> names = value.texts();
        if (names.isPresent() && !names.get().stream().allMatch(name -> name.matches(ServersSpec.VARIABLE))) {
            value.wrong("names of environment variables, such as `[DB_PASSWORD]`");
            return Optional.empty();
        }
        return names;
    }

    private static List<String> rules(Section file) {
        Optional<List<String>> rules = file.read("rules", Value::texts);
        if (rules.isPresent()
                && rules.get().isEmpty()
                && file.value("rules").orElseThrow() instanceof Node.Items items
                && items.items().isEmpty()) {
            file.problems().add(file.at("rules"), "`rules` is empty: a gate without rules would always pass");
        }
        return rules.orElse(List.of(Published.DEFAULT_SET));
    }
}
