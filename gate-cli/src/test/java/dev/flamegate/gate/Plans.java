package dev.flamegate.gate;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Plans of tests, and a progress that notes what it is told. */
final class Plans {
    private Plans() {}

    static Plan of(String yaml) {
        return PlanReader.read(new Source("flamegate.yaml", yaml), Map.of());
    }

    /** What people would have seen. */
    static final class Noted implements Progress {
        final List<String> stages = new ArrayList<>();

        @Override
        public void stage(String stage, Duration left) {
            stages.add(stage);
        }

        @Override
        public void detail(String detail) {}

        @Override
        public void note(String message) {}

        @Override
        public void warn(String message) {}
    }
}
