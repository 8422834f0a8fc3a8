package dev.flamegate.gate.measure;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hook after the last block of a pair: measures something more in both targets, under load again, that explains the
 * comparison and is never judged. An extension's {@link Provider} adds it.
 */
public interface PairStage {
    /** Adds stages: an extension declares its implementation as a service of this type. */
    interface Provider {
        /** The stages, in the order in which they run. */
        List<PairStage> stages();
    }

    /**
     * Two builds that are about to be compared.
     *
     * @param folder the plan's, which paths of targets are relative to
     * @param runtime where both run
     */
    record Builds(Plan plan, Path folder, TargetSpec.Runtime runtime, TargetSpec baseline, TargetSpec candidate) {}

    /** The name under which the stage's time is accounted for. */
    Stage stage();

    /** The estimated time of the stage for both arms together, before a pair has shown it. */
    Duration usual();

    /**
     * Gets ready for two builds.
     *
     * @param progress gets a note of what will be done, or why nothing can be
     * @return empty where there is nothing to do for them
     */
    Optional<Prepared> prepare(Builds builds, Progress progress);

    /** The stage for two builds. */
    interface Prepared {
        /**
         * True if the stage should run in the next pair. It is asked only where that pair may show that the candidate
         * fails: a PASS has no causes to look for.
         *
         * @param pairs measured so far, whether they count or not
         */
        boolean isWanted(List<Pair> pairs);

        /**
         * Runs in both targets. What goes wrong in it ends the stage alone, and is part of what it found.
         *
         * @param turns the arms that are loaded at once, one turn after the other, as in the blocks of this pair
         */
        Found run(List<List<Arm>> turns, Map<Arm, ? extends LoadedTarget> targets, StageProgress progress)
                throws InterruptedException;
    }

    /** A finding of the stage, as far as it is known while the load still runs. */
    @FunctionalInterface
    interface Found {
        /** The pair with the findings; called when the load has ended for good. */
        Pair in(Pair pair);
    }
}
