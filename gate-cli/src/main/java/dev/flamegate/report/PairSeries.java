package dev.flamegate.report;

import dev.flamegate.judge.Look.Standing;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledComparison;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The growths that one growth criterion of a comparison saw.
 *
 * @param growth what each pair shows by itself, relative; NaN for a pair that does not count
 * @param looks the estimate after more and more pairs, from the third that counts on
 */
public record PairSeries(
        Rule rule, Criterion criterion, Level level, Selector selector, List<Double> growth, List<Look> looks) {
    public PairSeries {
        growth = List.copyOf(growth);
        looks = List.copyOf(looks);
    }

    /** The latest look; {@code null} when there was none. */
    public @Nullable Look last() {
        return looks.isEmpty() ? null : looks.get(looks.size() - 1);
    }

    /** Rule and part of the service, which name the growths: {@code checkout-p99 request=POST /checkout}. */
    public String key() {
        return rule.id()
                + selector.parts().entrySet().stream()
                        .map(part -> " " + part.getKey().key() + "=" + part.getValue())
                        .collect(Collectors.joining());
    }

    /** The growth at which the criterion breaks, with its sign; NaN when the limit is not relative. */
    public double limit() {
        if (!(criterion instanceof Criterion.Growth limited) || !limited.relative()) {
            return Double.NaN;
        }
        double size = limited.limit().base();
        return limited.change() == Criterion.Change.DROP ? -size : size;
    }

    /**
     * The state of a criterion after some pairs.
     *
     * @param pairs how many of them counted
     * @param number of the last of them
     * @param growth estimated, relative; {@code null} where the baseline is 0
     * @param interval of the growth; {@code null} where nothing can be said
     * @param detectable the smallest growth that would be seen nine times in ten; {@code null} where unknown
     * @param needed pairs that will probably decide it; 0 when that is beyond the last look
     */
    public record Look(
            int pairs,
            int number,
            @Nullable Double growth,
            @Nullable Interval interval,
            @Nullable Double detectable,
            int needed) {}

    /** Repeats every look at a comparison that could have been taken, and sorts the results by criterion. */
    static List<PairSeries> of(ProfiledComparison profiled, SequentialJudge judge) {
        List<Standings> looks = looks(profiled, judge);
        if (looks.isEmpty()) {
            return List.of();
        }
        return looks.get(looks.size() - 1).look().criteria().stream()
                .map(standing -> series(profiled, standing, looks))
                .toList();
    }

    /** The judge's look after each pair that counts, from the smallest deciding number on. */
    private static List<Standings> looks(ProfiledComparison profiled, SequentialJudge judge) {
        List<Pair> pairs = profiled.comparison().pairs();
        List<Standings> looks = new ArrayList<>();
        int valid = 0;
        for (int i = 0; i < pairs.size(); i++) {
            if (pairs.get(i).valid()) {
                valid++;
                if (valid >= Looks.MIN_PAIRS) {
                    looks.add(new Standings(pairs.get(i).number(), judge.look(first(profiled, i + 1))));
                }
            }
        }
        return looks;
    }

    private static PairSeries series(ProfiledComparison profiled, Standing last, List<Standings> looks) {
        Standings end = looks.get(looks.size() - 1);
        List<Look> seen = new ArrayList<>();
        for (Standings look : looks) {
            look.look().criteria().stream()
                    .filter(standing -> isSame(standing, last))
                    .findFirst()
                    .ifPresent(standing -> seen.add(look(look, standing.growth(), standing.needed())));
        }
        // Once it knows that no more pairs come, the judge may conclude more than while waiting.
        end.look().judgement().findings().stream()
                .filter(finding -> isOf(finding, last))
                .flatMap(finding -> Stream.ofNullable(finding.compared()))
                .findFirst()
                .ifPresent(growth -> seen.set(seen.size() - 1, look(end, growth, last.needed())));
        List<Double> growth = growth(profiled, end.look().eachPair(last));
        return new PairSeries(last.rule(), last.criterion(), last.level(), last.selector(), growth, seen);
    }

    private static Look look(Standings at, Finding.Growth growth, int needed) {
        return new Look(
                at.look().pairs(), at.number(), growth.relative(), growth.interval(), growth.detectable(), needed);
    }

    private static boolean isOf(Finding finding, Standing standing) {
        return finding.rule().id().equals(standing.rule().id())
                && finding.criterion().equals(standing.criterion())
                && finding.level() == standing.level()
                && finding.selector().equals(standing.selector());
    }

    /**
     * True if two standings are about the same method: with fewer pairs, a rule on the worst method can be about
     * another, which is another series.
     */
    private static boolean isSame(Standing one, Standing other) {
        return one.rule().id().equals(other.rule().id())
                && one.criterion().equals(other.criterion())
                && one.level() == other.level()
                && one.selector().equals(other.selector());
    }

    private static List<Double> growth(ProfiledComparison profiled, List<Double> eachPair) {
        Iterator<Double> next = eachPair.iterator();
        return profiled.comparison().pairs().stream()
                .map(pair -> pair.valid() && next.hasNext() ? next.next() : Double.valueOf(Double.NaN))
                .toList();
    }

    private static ProfiledComparison first(ProfiledComparison profiled, int n) {
        Comparison all = profiled.comparison();
        List<Map<ProfileEvent, CallTree>> baseline = profiled.baseline().subList(0, n);
        List<Map<ProfileEvent, CallTree>> candidate = profiled.candidate().subList(0, n);
        Comparison some = all.with(
                first(all.baseline(), n), first(all.candidate(), n), all.pairs().subList(0, n), all.warnings());
        return new ProfiledComparison(some, baseline, candidate);
    }

    private static Run first(Run run, int n) {
        return run.withTrials(run.trials().subList(0, n));
    }

    /** The looks of a criterion after some pairs. */
    private record Standings(int number, dev.flamegate.judge.Look look) {}
}
