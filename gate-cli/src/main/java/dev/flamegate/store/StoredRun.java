package dev.flamegate.store;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A run as listed: without trials and profiles.
 *
 * @param head the run, its trials left out
 * @param verdict of its first judging; empty when the gate was stopped before
 * @param broken the rules it broke
 */
public record StoredRun(Run head, Optional<Verdict> verdict, List<BrokenRule> broken) {
    public StoredRun {
        broken = List.copyOf(broken);
    }

    public String id() {
        return head.id();
    }

    /** True if the run may be a baseline: judged, and neither FAIL nor INVALID. */
    public boolean isSound() {
        return verdict.isPresent() && verdict.get() != Verdict.FAIL && verdict.get() != Verdict.INVALID;
    }
}
