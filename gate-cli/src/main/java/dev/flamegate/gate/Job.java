package dev.flamegate.gate;

import dev.flamegate.model.Indicator;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.runtime.Setup;
import dev.flamegate.targets.Children;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a command asks to be measured and judged.
 *
 * @param planFolder that the plan's paths are relative to
 */
public record Job(
        Plan plan, RuleSet rules, Path planFolder, ReportFolder reports, Installation installation, Progress progress) {
    /** Notes of what is started; ends at once what a killed gate of the same plan left running. */
    Children children() {
        return Children.in(planFolder.resolve(".flamegate").resolve("running"));
    }

    /** What its targets need. */
    Setup setup(Children children) {
        List<Indicator> queried = rules.indicators().stream()
                .filter(indicator -> indicator.query() != null)
                .toList();
        return new Setup(
                plan,
                planFolder,
                new Setup.AgentFiles(installation.probe(), installation.pyroscope()),
                children,
                queried,
                what -> progress.stage(what, Duration.ZERO));
    }
}
