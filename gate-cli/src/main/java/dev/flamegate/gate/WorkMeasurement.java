package dev.flamegate.gate;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.extension.Extensions;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.Run;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.CompareSpec.WorkStep;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;

/** Counts and stores the work of two builds before their first pair, if the plan or a rule wants that. */
public final class WorkMeasurement {
    private final MeasurementPlan setup;

    /** Counts builds of one plan. */
    public WorkMeasurement(MeasurementPlan setup) {
        this.setup = setup;
    }

    /** True if the plan wants work counted and nothing else. */
    public boolean isAlone() {
        return setup.plan().compare().work() == WorkStep.ONLY;
    }

    private boolean isMeant() {
        return setup.plan().compare().work() == WorkStep.FIRST
                && setup.rules().rules().stream()
                        .anyMatch(rule -> rule.applies() != Rule.Applies.RUN
                                && rule.indicator().source() instanceof IndicatorSource.Counted);
    }

    /**
     * Counts the work of two builds and adds it to their pairs; does nothing if there are pairs or counts of them already.
     * A failure is a warning, and pairs decide, unless the plan wants nothing else.
     *
     * @param logs a folder for logs
     * @param isEnough whether the work counted so far needs no further start
     * @throws CollectionFailed when the plan wants nothing else and work cannot be counted here
     */
    public void count(Arms arms, ComparedPairs pairs, Path logs, Predicate<ProfiledComparison> isEnough)
            throws InterruptedException {
        if (pairs.count() > 0 || pairs.isCounted() || !(isAlone() || isMeant())) {
            return;
        }
        Optional<WorkCounter> counter = Extensions.only(WorkCounter.class);
        boolean isRunning = arms.builds().runtime() == TargetSpec.Runtime.ATTACH;
        if (counter.isPresent() && !isRunning) {
            count(counter.get(), arms, pairs, logs, isEnough);
        } else if (isAlone()) {
            throw new CollectionFailed(
                    isRunning
                            ? "The work of running services cannot be counted"
                            : "Work cannot be counted: the extension that counts it is not installed");
        }
    }

    private void count(
            WorkCounter counter, Arms arms, ComparedPairs pairs, Path logs, Predicate<ProfiledComparison> isEnough)
            throws InterruptedException {
        Instant started = arms.bed().time().now();
        String id = RunId.at(started);
        Run before = arms.baseline().run(id + "-baseline", started, ProbeFacts.unknown());
        Run after = arms.candidate().run(id + "-candidate", started, ProbeFacts.unknown());
        try {
            WorkCounter.Counted counted = counter.count(
                    arms.builds(),
                    logs,
                    some -> isEnough.test(ProfiledComparison.counted(
                            arms.key(),
                            before.withWork(some.baseline()),
                            after.withWork(some.candidate()),
                            some.difference())));
            pairs.add(
                    arms.baseline().run(before.id(), started, counted.facts()).withWork(counted.baseline()),
                    arms.candidate().run(after.id(), started, counted.facts()).withWork(counted.candidate()),
                    counted.difference());
        } catch (TargetFailed | LoadFailed | CollectionFailed e) {
            if (isAlone()) {
                throw e;
            }
            setup.progress().warn("the work of requests was not counted: " + e.getMessage());
        }
    }
}
