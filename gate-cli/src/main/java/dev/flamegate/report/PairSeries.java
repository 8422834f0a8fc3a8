package dev.flamegate.report;

import dev.flamegate.judge.PairGrowth;
import dev.flamegate.judge.Progress.Standing;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Looks;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.ComparedPairs.Look;
import dev.flamegate.report.ComparedPairs.Series;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Takes every look at a comparison again that could have been taken, and sorts what was seen by criterion. */
final class PairSeries {
    private PairSeries() {}

    static List<Series> of(ProfiledComparison profiled, SequentialJudge judge) {
        List<Standings> looks = looks(profiled, judge);
        if (looks.isEmpty()) {
            return List.of();
        }
        List<Finding> findings = judge.judge(profiled).findings();
        return looks.get(looks.size() - 1).criteria().stream()
                .map(standing -> series(profiled, standing, looks, findings))
                .toList();
    }

    /** What the judge says after each pair that counts, from the fewest that decide on. */
    private static List<Standings> looks(ProfiledComparison profiled, SequentialJudge judge) {
        List<Pair> pairs = profiled.comparison().pairs();
        List<Standings> looks = new ArrayList<>();
        int valid = 0;
        for (int i = 0; i < pairs.size(); i++) {
            if (pairs.get(i).valid()) {
                valid++;
                if (valid >= Looks.MIN_PAIRS) {
                    List<Standing> criteria =
                            judge.after(first(profiled, i + 1)).criteria();
                    looks.add(new Standings(valid, pairs.get(i).number(), criteria));
                }
            }
        }
        return looks;
    }

    private static Series series(
            ProfiledComparison profiled, Standing last, List<Standings> looks, List<Finding> findings) {
        List<Look> seen = new ArrayList<>();
        for (Standings look : looks) {
            look.criteria().stream()
                    .filter(standing -> isSame(standing, last))
                    .findFirst()
                    .ifPresent(standing -> seen.add(new Look(
                            look.pairs(),
                            look.number(),
                            standing.growth(),
                            standing.interval(),
                            standing.detectable())));
        }
        findings.stream()
                .filter(finding -> isOf(finding, last))
                .findFirst()
                .ifPresent(finding -> seen.set(seen.size() - 1, judged(finding, looks.get(looks.size() - 1))));
        return new Series(last.rule(), last.criterion(), last.level(), last.selector(), growth(profiled, last), seen);
    }

    /** The last look as it was judged: knowing that no more pairs come, the judge may say more than while waiting. */
    private static Look judged(Finding finding, Standings last) {
        return new Look(last.pairs(), last.number(), finding.growth(), finding.interval(), finding.detectable());
    }

    private static boolean isOf(Finding finding, Standing standing) {
        return finding.rule().id().equals(standing.rule().id())
                && finding.criterion().equals(standing.criterion())
                && finding.level() == standing.level()
                && finding.selector().equals(standing.selector());
    }

    /** A rule on the worst method can be about another method with fewer pairs: that is another series. */
    private static boolean isSame(Standing one, Standing other) {
        return one.rule().id().equals(other.rule().id())
                && one.criterion().equals(other.criterion())
                && one.level() == other.level()
                && one.selector().equals(other.selector());
    }

    private static List<Double> growth(ProfiledComparison profiled, Standing standing) {
        Iterator<Double> next = PairGrowth.of(profiled, standing).iterator();
        return profiled.comparison().pairs().stream()
                .map(pair -> pair.valid() && next.hasNext() ? next.next() : Double.valueOf(Double.NaN))
                .toList();
    }

    private static ProfiledComparison first(ProfiledComparison profiled, int n) {
        Comparison all = profiled.comparison();
        List<Map<ProfileEvent, CallTree>> baseline = profiled.baseline().subList(0, n);
        List<Map<ProfileEvent, CallTree>> candidate = profiled.candidate().subList(0, n);
        Comparison some = new Comparison(
                all.id(),
                all.started(),
                first(all.baseline(), n),
                first(all.candidate(), n),
                all.pairs().subList(0, n),
                all.seconds(),
                all.warnings());
        return new ProfiledComparison(some, baseline, candidate);
    }

    private static Run first(Run run, int n) {
        return run.withTrials(run.trials().subList(0, n));
    }

    /** What was seen after some pairs. */
    private record Standings(int pairs, int number, List<Standing> criteria) {}
}
