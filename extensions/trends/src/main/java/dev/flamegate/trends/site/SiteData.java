package dev.flamegate.trends.site;

import dev.flamegate.model.Labels;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.trends.site.ChangePoints.Change;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The data of the pages.
 *
 * @param written when
 * @param version of this tool
 * @param entries runs and comparisons, the latest first
 * @param kinds runs that can be compared with each other, the most recently measured first
 */
public record SiteData(Instant written, String version, List<Entry> entries, List<Kind> kinds) {
    public SiteData {
        entries = List.copyOf(entries);
        kinds = List.copyOf(kinds);
    }

    /**
     * A run or a comparison in the list.
     *
     * @param pairs of a comparison; 0 for a run
     * @param commit empty where it is not known; likewise {@code branch}
     * @param target what was measured, or both arms
     * @param pins names of the run
     * @param labels of the run, or of a comparison's latest pair
     * @param broken what it was judged for
     */
    public record Entry(
            String id,
            int pairs,
            String service,
            Instant started,
            Optional<Verdict> verdict,
            String commit,
            String branch,
            String target,
            List<String> pins,
            Labels labels,
            List<Broken> broken) {
        public Entry {
            pins = List.copyOf(pins);
            broken = List.copyOf(broken);
        }
    }

    /**
     * A broken rule of an entry.
     *
     * @param part of the service; empty for all of it
     * @param growth relative; {@code null} for a limit
     * @param culprit method that explains it; {@code null} for none
     */
    public record Broken(
            String rule,
            String part,
            Outcome outcome,
            @Nullable Double growth,
            @Nullable String culprit) {}

    /**
     * Runs of one service and fingerprint.
     *
     * @param fingerprint what they have in common
     * @param runs by time
     * @param trends one per indicator that any of them has a value of
     */
    public record Kind(String service, Map<String, String> fingerprint, List<Measured> runs, List<Trend> trends) {
        public Kind {
            fingerprint = Map.copyOf(fingerprint);
            runs = List.copyOf(runs);
            trends = List.copyOf(trends);
        }
    }

    /**
     * A run that was measured, for trends.
     *
     * @param ended when the last of it was measured
     * @param commit empty where it is not known; likewise {@code branch}
     */
    public record Measured(
            String id,
            Instant started,
            Instant ended,
            Optional<Verdict> verdict,
            String commit,
            String branch,
            Labels labels) {}

    /**
     * An indicator over the runs of a kind.
     *
     * @param values one per run, in base units; NaN where a run has none
     * @param changes by the index of a run
     */
    public record Trend(Indicator indicator, List<Double> values, List<Change> changes) {
        public Trend {
            values = List.copyOf(values);
            changes = List.copyOf(changes);
        }

        /** The trend of values with the changes found in them; runs without a value are skipped. */
        public static Trend of(Indicator indicator, List<Double> values) {
            return new Trend(indicator, values, among(values, ChangePoints::in));
        }

        /**
         * The changes that the first runs of the series alone do not show.
         *
         * @param known number of the first runs
         */
        public List<Change> news(int known) {
            int finite = (int)
                    values.subList(0, known).stream().filter(Double::isFinite).count();
            return among(values, series -> ChangePoints.news(finite, series));
        }

        /** Changes found in the finite ones of some values, by the indices of all. */
        private static List<Change> among(List<Double> values, Function<double[], List<Change>> search) {
            int[] indices = IntStream.range(0, values.size())
                    .filter(i -> Double.isFinite(values.get(i)))
                    .toArray();
            double[] finite = Arrays.stream(indices).mapToDouble(values::get).toArray();
            return search.apply(finite).stream()
                    .map(change -> new Change(indices[change.index()], change.before(), change.after()))
                    .toList();
        }
    }
}
