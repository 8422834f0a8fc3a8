package dev.flamegate.report;

import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.judge.WorkChanges;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.rule.Level;
import dev.flamegate.profile.ProfiledComparison;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The course of a comparison, pair by pair.
 *
 * @param id of the comparison
 * @param started when the first pair began
 * @param baseline the baseline build in a few words, such as {@code commit 11aa77e}
 * @param candidate the candidate build likewise
 * @param pairs in order of time
 * @param seconds how long each pair took, one per pair
 * @param stages where the comparison spent time outside the pairs, in seconds by stage
 * @param series what each growth criterion saw, in the order of the rules; empty when too few pairs count
 * @param failures requests that failed in either arm, also in pairs that do not count
 * @param calls methods that the candidate calls more often, where work was counted
 * @param warnings about the comparison as a whole and about the baseline's run; each pair has its own
 * @param work what differs between what both builds execute; {@code null} where it was not counted
 */
public record ComparisonCourse(
        String id,
        Instant started,
        String baseline,
        String candidate,
        List<Pair> pairs,
        List<Double> seconds,
        Map<String, Double> stages,
        List<PairSeries> series,
        List<FailedRequests> failures,
        List<MoreCalls> calls,
        List<Warning> warnings,
        @Nullable WorkDifference work) {
    public ComparisonCourse {
        Objects.requireNonNull(started, "started");
        pairs = List.copyOf(pairs);
        seconds = List.copyOf(seconds);
        stages = Collections.unmodifiableMap(new LinkedHashMap<>(stages));
        series = List.copyOf(series);
        failures = List.copyOf(failures);
        calls = List.copyOf(calls);
        warnings = List.copyOf(warnings);
        check(seconds.size(), pairs, "durations");
        for (PairSeries one : series) {
            check(one.growth().size(), pairs, "growths");
        }
    }

    /** The pairs of a comparison that has ended, with every look that the judge could have taken. */
    public static ComparisonCourse of(ProfiledComparison profiled, SequentialJudge judge) {
        Comparison comparison = profiled.comparison();
        List<Warning> warnings = new ArrayList<>(comparison.warnings());
        // Warnings about both arms are shown with the candidate's.
        comparison.baseline().warnings().stream()
                .filter(warning -> !comparison.candidate().warnings().contains(warning))
                .forEach(warnings::add);
        return new ComparisonCourse(
                comparison.id(),
                comparison.started(),
                BuildNames.of(comparison.baseline(), comparison.candidate()),
                BuildNames.of(comparison.candidate(), comparison.baseline()),
                comparison.pairs(),
                seconds(comparison),
                comparison.seconds(),
                PairSeries.of(profiled, judge),
                Stream.of(
                                FailedRequests.of("candidate", comparison.candidate()),
                                FailedRequests.of("baseline", comparison.baseline()))
                        .flatMap(Optional::stream)
                        .toList(),
                WorkChanges.of(comparison).more(),
                warnings,
                comparison.difference());
    }

    public int valid() {
        return (int) pairs.stream().filter(Pair::valid).count();
    }

    /** The criteria to show first: those that can break the build, or all if there are no such criteria. */
    public List<PairSeries> gating() {
        List<PairSeries> gating =
                series.stream().filter(one -> one.level() == Level.MUST).toList();
        return gating.isEmpty() ? series : gating;
    }

    /** The gating series, one for each key: criteria of one rule on the same part share their growths. */
    public List<PairSeries> columns() {
        Map<String, PairSeries> byKey = new LinkedHashMap<>();
        gating().forEach(one -> byKey.putIfAbsent(one.key(), one));
        return List.copyOf(byKey.values());
    }

    private static List<Double> seconds(Comparison comparison) {
        List<Trial> baseline = comparison.baseline().trials();
        List<Trial> candidate = comparison.candidate().trials();
        return IntStream.range(0, comparison.pairs().size())
                .mapToObj(i -> seconds(baseline.get(i), candidate.get(i)))
                .toList();
    }

    /** The duration of a pair. Both its trials account for all of it; in old records, for the part that is known. */
    private static double seconds(Trial one, Trial other) {
        if (one.took() > 0) {
            return one.took();
        }
        Instant begin = begin(one).isBefore(begin(other)) ? begin(one) : begin(other);
        Instant end = one.window().end().isAfter(other.window().end())
                ? one.window().end()
                : other.window().end();
        return Duration.between(begin, end).toMillis() / 1e3;
    }

    private static Instant begin(Trial trial) {
        double startup = Double.isFinite(trial.startup()) ? trial.startup() : 0;
        return trial.warmUp().window().start().minusMillis(Math.round(startup * 1e3));
    }

    private static void check(int size, List<Pair> pairs, String what) {
        if (size != pairs.size()) {
            throw new IllegalArgumentException(
                    size + " " + what + ": there is one for each of the " + pairs.size() + " pairs");
        }
    }
}
