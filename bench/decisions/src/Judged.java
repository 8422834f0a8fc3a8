import dev.flamegate.judge.Look;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The same drawn comparisons judged by {@link SequentialJudge} itself, trials and rules and all, which is too slow for
 * many of them: shows whether {@link Replayed} says what the product would, and what the product says, which knows of
 * what histograms leave open and of all that rules ignore.
 *
 * @param agreed in how many the product ends as {@link Replayed} does, after as many pairs
 * @param verdicts of the product, one for each; the seconds are not counted
 */
record Judged(int agreed, List<Replayed.Verdict> verdicts) {
    static Judged of(Replayed rule, int n, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int agreed = 0;
        List<Replayed.Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            Replayed.Case one = rule.draw(random);
            Replayed.Verdict quick = rule.decide(one);
            Replayed.Verdict full = judge(rule, one);
            agreed += quick.end() == full.end() && quick.pairs() == full.pairs() ? 1 : 0;
            verdicts.add(full);
        }
        return new Judged(agreed, verdicts);
    }

    long count(Replayed.End end) {
        return verdicts.stream().filter(verdict -> verdict.end() == end).count();
    }

    /** The number of pairs after which a part of the comparisons has ended. */
    int pairs(double part) {
        int[] sorted = verdicts.stream().mapToInt(Replayed.Verdict::pairs).sorted().toArray();
        return sorted[(int) Math.ceil(part * sorted.length) - 1];
    }

    private static Replayed.Verdict judge(Replayed rule, Replayed.Case one) {
        List<Comparison> past = new ArrayList<>();
        for (int job = 0; job < one.past().length; job++) {
            past.add(comparison(rule.unchanged().recorded(), one.past()[job], one.pastSwapped()[job]));
        }
        SequentialJudge judge = new SequentialJudge(rule.pool().gates().rules(), past, rule.looks());
        int n = Looks.MIN_PAIRS;
        for (Look look = judge.look(first(rule, one, n)); !look.decided() && n < rule.mostPairs(); ) {
            n = Math.min(look.next(), rule.mostPairs());
            look = judge.look(first(rule, one, n));
        }
        Verdict verdict = judge.judge(first(rule, one, n)).verdict();
        return new Replayed.Verdict(
                switch (verdict) {
                    case FAIL -> Replayed.End.FAIL;
                    case PASS, WARN -> Replayed.End.PASS;
                    default -> Replayed.End.OPEN;
                },
                n,
                0);
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
            pairs.add(new Pair(
                    i + 1,
                    first,
                    List.of(first, RecordedPair.other(first)),
                    null,
                    null,
                    List.of(),
                    null,
                    recorded.manner().withoutC2(),
                    pair.isTogether()));
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
