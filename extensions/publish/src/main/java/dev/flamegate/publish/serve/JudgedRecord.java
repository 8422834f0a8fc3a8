package dev.flamegate.publish.serve;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.BrokenRule;
import java.time.Instant;
import java.util.List;

/**
 * A stored run or comparison that was judged.
 *
 * @param id of the run, or key of the comparison
 * @param head what was measured: of a comparison the candidate of its latest pair; without trials
 * @param judged when it got the verdict; when it was measured, in records that do not say
 * @param broken the rules it broke, those that only warn included
 */
public record JudgedRecord(Kind kind, String id, Run head, Verdict verdict, Instant judged, List<BrokenRule> broken) {
    public JudgedRecord {
        broken = List.copyOf(broken);
    }
}
