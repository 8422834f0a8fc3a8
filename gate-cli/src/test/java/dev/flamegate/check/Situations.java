package dev.flamegate.check;

import dev.flamegate.ci.Shell;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.TargetSpec.Runtime;
import dev.flamegate.plan.yaml.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Situations for tests. */
public final class Situations {
    /** Of a machine that is busy with other tests. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Situations() {}

    public static Situation withoutPlan(Path folder, @Nullable Runtime wanted) {
        return new Situation(
                null, null, folder, folder.resolve("history"), wanted, null, true, System.getenv(), PATIENCE);
    }

    public static Situation of(Path folder, String plan) {
        return of(folder, plan, Map.of());
    }

    /** With variables beside those of this process. */
    public static Situation of(Path folder, String plan, Map<String, String> variables) {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.putAll(variables);
        return new Situation(
                PlanReader.read(new Source("flamegate.yaml", plan), Map.of()),
                RulesReader.read(List.of(new Source("rules.yaml", """
                        version: 1
                        rules:
                          - {id: cost, indicator: cpu.per-request, must: "< 3% growth vs baseline"}
                          - {id: old, indicator: cpu.per-request, must: "< 1% growth vs previous run"}
                        """))),
                folder,
                folder.resolve("history"),
                null,
                Shell.CHECKOUT.resolve("gate-cli/target/agents/pyroscope.jar"),
                true,
                environment,
                PATIENCE);
    }
}
