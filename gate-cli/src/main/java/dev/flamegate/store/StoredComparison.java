package dev.flamegate.store;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * A stored comparison as listed.
 *
 * @param key of the two builds and what they were measured with
 * @param baseline of the latest pair, its trials left out
 * @param candidate likewise
 * @param pairs measured so far
 * @param verdict of its latest judging; empty when it was interrupted before the first
 * @param broken the rules it broke
 */
public record StoredComparison(
        String key, Run baseline, Run candidate, int pairs, Optional<Verdict> verdict, List<BrokenRule> broken) {
    public StoredComparison {
        broken = List.copyOf(broken);
    }
}
