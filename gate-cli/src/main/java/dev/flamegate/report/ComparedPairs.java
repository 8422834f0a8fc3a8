package dev.flamegate.report;

import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Warning;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a comparison went, pair by pair.
 *
 * @param id of the comparison
 * @param started when the first pair began
 * @param baseline the baseline build in a few words, such as {@code commit 11aa77e}
 * @param candidate the candidate build likewise
 * @param pairs in order of time
 * @param seconds how long each pair took, from the start of its first process to the end of its last block of load;
 *     one per pair
 * @param stages where the comparison's own time went beside the pairs, in seconds by stage
 * @param series what each growth criterion saw, in the order of the rules; empty when too few pairs count
 * @param warnings about the comparison as a whole and about the baseline's run; each pair has its own
 */
public record ComparedPairs(
        String id,
        Instant started,
        String baseline,
        String candidate,
        List<Pair> pairs,
        List<Double> seconds,
        Map<String, Double> stages,
        List<Series> series,
        List<Warning> warnings) {
    public ComparedPairs {
        Objects.requireNonNull(started, "started");
        pairs = List.copyOf(pairs);
        seconds = List.copyOf(seconds);
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        series = List.copyOf(series);
        warnings = List.copyOf(warnings);
        check(seconds.size(), pairs, "durations");
        for (Series one : series) {
            check(one.growth().size(), pairs, "growths");
        }
    }

    /**
     * What one growth criterion saw.
     *
     * @param growth what each pair shows by itself, relative; NaN for a pair that does not count
     * @param looks the estimate after more and more pairs, from the third that counts on
     */
    public record Series(
            Rule rule, Criterion criterion, Level level, Selector selector, List<Double> growth, List<Look> looks) {
        public Series {
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
    }

    /**
     * Where a criterion stood after some pairs.
     *
     * @param pairs how many of them counted
     * @param number of the last of them
     * @param growth estimated, relative; {@code null} where the baseline is 0
     * @param interval of the growth; {@code null} where nothing can be said
     * @param detectable the smallest growth that would be seen nine times in ten; {@code null} where unknown
     */
    public record Look(
            int pairs,
            int number,
            @Nullable Double growth,
            @Nullable Interval interval,
            @Nullable Double detectable) {}

    /** From a comparison that has ended, with every look that the judge could have taken. */
    public static ComparedPairs of(ProfiledComparison profiled, SequentialJudge judge) {
        Comparison comparison = profiled.comparison();
        List<Warning> warnings = new ArrayList<>(comparison.warnings());
        warnings.addAll(comparison.baseline().warnings());
        return new ComparedPairs(
                comparison.id(),
                comparison.started(),
                BuildNames.of(comparison.baseline(), comparison.candidate()),
                BuildNames.of(comparison.candidate(), comparison.baseline()),
                comparison.pairs(),
                PairTimes.of(comparison),
                comparison.seconds(),
                PairSeries.of(profiled, judge),
                warnings);
    }

    /** How many pairs count. */
    public int valid() {
        return (int) pairs.stream().filter(Pair::valid).count();
    }

    /** The criteria to show first: those that break the build, or all where none does. */
    public List<Series> gating() {
        List<Series> gating =
                series.stream().filter(one -> one.level() == Level.MUST).toList();
        return gating.isEmpty() ? series : gating;
    }

    /** The same, one for each key: criteria of one rule on the same part share their growths. */
    public List<Series> columns() {
        Map<String, Series> byKey = new LinkedHashMap<>();
        gating().forEach(one -> byKey.putIfAbsent(one.key(), one));
        return List.copyOf(byKey.values());
    }

    private static void check(int size, List<Pair> pairs, String what) {
        if (size != pairs.size()) {
            throw new IllegalArgumentException(
                    size + " " + what + ": there is one for each of the " + pairs.size() + " pairs");
        }
    }
}
