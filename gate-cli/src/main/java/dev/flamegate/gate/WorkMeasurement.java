package dev.flamegate.gate;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.extension.Extensions;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.model.Run;
import dev.flamegate.model.Work;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.CompareSpec.WorkStep;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts the work of builds before anything else of them is measured, if the plan or a rule wants that. */
public final class WorkMeasurement {
    private static final String NOT_COUNTED = "the work of requests was not counted: ";

    private final MeasurementPlan setup;

    /** Counts builds of one plan. */
    public WorkMeasurement(MeasurementPlan setup) {
        this.setup = setup;
    }

    /** True if the plan wants work counted and nothing else. */
    public boolean isAlone() {
        return setup.plan().compare().work() == WorkStep.ONLY;
    }

    private boolean isFirst() {
        return setup.plan().compare().work() == WorkStep.FIRST;
    }

    /** True if a comparison judges a rule about work. */
    private boolean isToBeCompared() {
        return aboutWork().anyMatch(rule -> rule.applies() != Rule.Applies.RUN);
    }

    /** True if a run judges a rule about work, which takes a criterion that needs no other build beside it. */
    private boolean isToBeRun() {
        return aboutWork()
                .filter(rule -> rule.applies() != Rule.Applies.COMPARE)
                .flatMap(rule -> Stream.concat(rule.must().stream(), rule.should().stream()))
                .anyMatch(criterion -> !(criterion instanceof Criterion.Growth growth
                        && growth.baseline() instanceof BaselineRef.OtherArm));
    }

    private Stream<Rule> aboutWork() {
        return setup.rules().rules().stream()
                .filter(rule -> rule.indicator().source() instanceof IndicatorSource.Counted);
    }

    /**
     * Counts the work of the plan's build, for a run; a failure is a warning.
     *
     * @param logs a folder for logs
     * @return the work of each start; empty if no rule about runs wants it, or it cannot be counted here
     */
    List<Work> count(TestBed.Factory beds, Path logs) throws InterruptedException {
        Optional<WorkCounter> counter = Extensions.only(WorkCounter.class);
        boolean isRunning = setup.plan().target().runtime() == TargetSpec.Runtime.ATTACH;
        if (!isToBeRun() || counter.isEmpty() || isRunning) {
            return List.of();
        }
        try {
            return counter.get().count(setup, beds, logs);
        } catch (TargetFailed | LoadFailed | CollectionFailed e) {
            setup.progress().warn(NOT_COUNTED + e.getMessage());
            return List.of();
        }
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
        if (pairs.count() > 0 || pairs.isCounted() || !(isAlone() || (isFirst() && isToBeCompared()))) {
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
            setup.progress().warn(NOT_COUNTED + e.getMessage());
        }
    }
}
