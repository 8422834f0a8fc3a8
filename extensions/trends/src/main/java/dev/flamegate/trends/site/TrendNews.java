package dev.flamegate.trends.site;

import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The changes in the trends of a history that runs before some moment did not show. A change may have happened long
 * before it shows, as it needs {@link ChangePoints#SHORTEST} runs, and one that creeps needs more. A caller that asks
 * each night for the news since the previous night gets each change once, without keeping any state.
 *
 * @param since the runs that are new started then or later
 * @param runs how many of them there are
 * @param trends in which a change was looked for: one for each indicator of runs that can be compared
 * @param changes the largest first
 */
public record TrendNews(Instant since, int runs, int trends, List<Change> changes) {
    public TrendNews {
        changes = List.copyOf(changes);
    }

    /**
     * A change of one indicator.
     *
     * @param fingerprint what the runs have in common
     * @param before median of the runs before it, in base units
     * @param after likewise, from it on
     * @param last run before it
     * @param first run after it
     */
    public record Change(
            String service,
            Map<String, String> fingerprint,
            Indicator indicator,
            double before,
            double after,
            SiteData.Measured last,
            SiteData.Measured first) {
        public Change {
            fingerprint = Map.copyOf(fingerprint);
        }

        /** The relative growth, 0.1 = +10 %; infinite if the value was 0 before. */
        public double growth() {
            return after / before - 1;
        }

        /** True if the change went the wrong way. */
        public boolean isWorse() {
            return indicator.better() == Better.LOWER ? after > before : after < before;
        }
    }

    /**
     * The news of a history.
     *
     * @param indicators that are watched
     * @param atLeast the smallest change worth telling, relative: 0.05 for 5 %
     */
    public static TrendNews of(SiteData site, Instant since, Predicate<Indicator> indicators, double atLeast) {
        int runs = 0;
        int trends = 0;
        List<Change> changes = new ArrayList<>();
        for (SiteData.Kind kind : site.kinds()) {
            int known = (int) kind.runs().stream()
                    .filter(run -> run.started().isBefore(since))
                    .count();
            runs += kind.runs().size() - known;
            for (SiteData.Trend trend : kind.trends()) {
                if (indicators.test(trend.indicator())) {
                    trends++;
                    trend.news(known).stream()
                            .filter(change -> Math.abs(change.growth()) >= atLeast)
                            .map(change -> change(kind, trend, change))
                            .forEach(changes::add);
                }
            }
        }
        changes.sort(Comparator.comparing(change -> -Math.abs(change.growth())));
        return new TrendNews(since, runs, trends, changes);
    }

    /** True if something went the wrong way. */
    public boolean isWorse() {
        return changes.stream().anyMatch(Change::isWorse);
    }

    private static Change change(SiteData.Kind kind, SiteData.Trend trend, ChangePoints.Change change) {
        int last = change.index() - 1;
        while (last > 0 && !Double.isFinite(trend.values().get(last))) {
            last--;
        }
        return new Change(
                kind.service(),
                kind.fingerprint(),
                trend.indicator(),
                change.before(),
                change.after(),
                kind.runs().get(last),
                kind.runs().get(change.index()));
    }
}
