package dev.flamegate.judge;

import dev.flamegate.model.Run;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;

/** The stored runs a run can be compared with. */
public interface Baselines {
    /** Finds the baseline that a rule's reference means here. */
    Found find(BaselineRef reference);

    /**
     * Sound runs of the same fingerprint, latest first, whose spread says how noisy the service and the machine
     * are; without the run judged.
     */
    List<Run> past();

    sealed interface Found {
        /**
         * Runs to compare with.
         *
         * @param name for people, such as {@code run 20261120-154233-8f3a}
         * @param runs at least one
         */
        record Runs(String name, List<ProfiledRun> runs) implements Found {
            public Runs {
                runs = List.copyOf(runs);
                if (runs.isEmpty()) {
                    throw new IllegalArgumentException(name + ": a baseline has at least one run");
                }
            }
        }

        /**
         * No baseline.
         *
         * @param reason a clause for people: no run yet, or which part of the fingerprint differs
         */
        record None(String reason) implements Found {}
    }
}
