package dev.flamegate.gate;

import dev.flamegate.model.Indicator;
import dev.flamegate.os.Children;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.runtime.Setup;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
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
    /**
     * The processes that will be started; ends at once what a killed gate of the same plan left running.
     *
     * @throws TargetFailed when they cannot be noted
     */
    Children children() {
        Path notes = planFolder.resolve(".flamegate").resolve("running");
        try {
            return Children.in(notes);
        } catch (IOException e) {
            throw new TargetFailed("the processes started cannot be noted in " + notes + ": " + e.getMessage(), e);
        }
    }

    /** What its targets need. */
    Setup setup(Children children) {
        List<Indicator> queried = rules.indicators().stream()
                .filter(indicator -> indicator.query().isPresent())
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
