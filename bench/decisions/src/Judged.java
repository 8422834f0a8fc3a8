import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.ProfiledComparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The same drawn comparisons judged by {@link SequentialJudge} itself, trials and rules and all, which is too slow for
 * many of them: shows that {@link Replayed} says what the product would.
 */
final class Judged {
    private Judged() {}

    /** How many of {@code n} replayed comparisons the product judges as {@code rule} does, after as many pairs. */
    static int agreements(Replayed rule, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int agreed = 0;
        for (int i = 0; i < n; i++) {
            Replayed.Case one = rule.draw(random);
            Replayed.Verdict verdict = rule.decide(one);
            if (judge(rule, one, verdict.pairs()) == verdict.end()) {
                agreed++;
            }
        }
        return agreed;
    }

    /** {@code null} where the product would not have ended after so many pairs. */
    private static Replayed.End judge(Replayed rule, Replayed.Case one, int pairs) {
        List<Comparison> past = new ArrayList<>();
        for (int job = 0; job < one.past().length; job++) {
            past.add(comparison(rule.unchanged().recorded(), one.past()[job], one.pastSwapped()[job]));
        }
        SequentialJudge judge = new SequentialJudge(rule.pool().gates().rules(), past, rule.looks());
        for (int n = 3; n < pairs; n++) {
            if (judge.look(first(rule, one, n)).decided()) {
                return null;
            }
        }
        Verdict verdict = judge.judge(first(rule, one, pairs)).verdict();
        return switch (verdict) {
            case FAIL -> Replayed.End.FAIL;
            case PASS, WARN -> Replayed.End.PASS;
            default -> Replayed.End.OPEN;
        };
    }

    private static ProfiledComparison first(Replayed rule, Replayed.Case one, int n) {
        return ProfiledComparison.bare(comparison(
                rule.pool().recorded(),
                Arrays.copyOf(one.draw().pairs(), n),
                Arrays.copyOf(one.draw().swapped(), n)));
    }

    private static Comparison comparison(Recorded recorded, int[] numbers, boolean[] swapped) {
        List<Trial> baseline = new ArrayList<>();
        List<Trial> candidate = new ArrayList<>();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < numbers.length; i++) {
            RecordedPair pair = recorded.pairs().get(numbers[i]);
            Arm before = swapped[i] ? Arm.CANDIDATE : Arm.BASELINE;
            Arm first = swapped[i] ? RecordedPair.other(pair.first()) : pair.first();
            baseline.add(pair.trial(before).numbered(i + 1));
            candidate.add(pair.trial(RecordedPair.other(before)).numbered(i + 1));
            pairs.add(new Pair(i + 1, List.of(first, RecordedPair.other(first)), null, List.of()));
        }
        Run head = recorded.head();
        return new Comparison(
                "replayed",
                Instant.EPOCH,
                head.withTrials(baseline),
                head.withTrials(candidate),
                pairs,
                Map.of(),
                List.of());
    }
}
