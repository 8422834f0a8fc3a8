package dev.flamegate.gate;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.MeasurementPlan;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/**
 * Counts what builds execute for requests, before anything else of them is measured. An extension declares its
 * implementation as a service of this type.
 */
public interface WorkCounter {
    /** Name of the page among the logs that shows the instructions of both builds; a counter may write one. */
    String PAGE = "instructions.html";

    /**
     * Two builds.
     *
     * @param beds what they are started on
     * @param runtime where both run
     */
    record Builds(
            MeasurementPlan setup,
            TestBed.Factory beds,
            TargetSpec.Runtime runtime,
            RunFacts.Build baseline,
            RunFacts.Build candidate) {}

    /**
     * The work of both builds, start by start.
     *
     * @param facts about the virtual machine of the baseline's first start
     */
    record Counted(ProbeFacts facts, List<Work> baseline, List<Work> candidate, WorkDifference difference) {
        public Counted {
            baseline = List.copyOf(baseline);
            candidate = List.copyOf(candidate);
        }
    }

    /**
     * Starts both builds, once or more often, and counts.
     *
     * @param logs a folder for logs
     * @param isEnough whether what is counted so far needs no further start
     * @throws dev.flamegate.targets.TargetFailed when a build does not start
     * @throws dev.flamegate.load.LoadFailed when the load does not, or cannot be counted
     * @throws dev.flamegate.collect.CollectionFailed when the targets cannot be counted
     */
    Counted count(Builds builds, Path logs, Predicate<Counted> isEnough) throws InterruptedException;

    /**
     * Starts the plan's build twice, one start after the other, and counts. Fails as {@link #count} does.
     *
     * @param beds what it is started on
     * @param logs a folder for logs
     * @return the work of each start
     */
    List<Work> count(MeasurementPlan setup, TestBed.Factory beds, Path logs) throws InterruptedException;
}
