package dev.flamegate.gate;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Plans of tests, and a progress that notes what it is told. */
public final class Plans {
    /** A service of one jar, unprofiled. */
    public static final String SHOP = """
            service: shop
            target: {jar: a.jar, port: 8080, environment: {PORT: "{port}"}}
            load: {simulation: shop.Checkout, warm-up: {at-least: 5 s, at-most: 30 s}, measure: 10 s}
            profile: {events: []}
            """;

    /** A growth of CPU against the baseline. */
    public static final String CPU_RULE = """
            version: 1
            rules:
              - id: cpu
                indicator: cpu.per-request
                must: "< 5% growth vs baseline"
            """;

    private Plans() {}

    public static Plan of(String yaml) {
        return PlanReader.read(new Source("flamegate.yaml", yaml), Map.of());
    }

    /** The set-up of a plan without rules in a folder; flamegate's own files are not there. */
    public static MeasurementPlan setup(Plan plan, Path folder) {
        return MeasurementPlan.open(
                plan, RulesReader.read(List.of()), folder, new Installation(folder, folder, folder), new Noted());
    }

    /** What people would have seen; a test can make something happen when it is shown. */
    public static final class Noted implements Progress {
        public final List<String> stages = new ArrayList<>();
        public final List<String> notes = new ArrayList<>();
        public final List<String> warnings = new ArrayList<>();
        public Consumer<String> onStage = stage -> {};
        Runnable onDetail = () -> {};

        @Override
        public void stage(String stage, Duration left) {
            stages.add(stage);
            onStage.accept(stage);
        }

        @Override
        public void detail(String detail) {
            onDetail.run();
        }

        @Override
        public void note(String message) {
            notes.add(message);
        }

        @Override
        public void warn(String message) {
            warnings.add(message);
        }
    }
}
