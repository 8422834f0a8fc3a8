package dev.flamegate.trends;

import dev.flamegate.judge.Judge;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Run;
import dev.flamegate.model.Window;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.BrokenRule;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import dev.flamegate.trends.site.SiteData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Reads a history for its site: heads of everything, and the values of every run that is sound enough to be in a trend.
 */
public final class HistorySite {
    private final History history;
    private final Consumer<String> warnings;
    private final Map<String, List<String>> pins = new HashMap<>();

    /**
     * The site of a history.
     *
     * @param warnings receives records that are skipped
     */
    public HistorySite(History history, Consumer<String> warnings) {
        this.history = history;
        this.warnings = warnings;
        history.allPins()
                .forEach((name, id) ->
                        pins.computeIfAbsent(id, key -> new ArrayList<>()).add(name));
    }

    /** The site's data: the chosen runs and comparisons. */
    public SiteData read(Predicate<StoredRun> run, Predicate<StoredComparison> comparison) {
        List<StoredRun> runs = history.list().stream().filter(run).toList();
        List<SiteData.Entry> entries =
                new ArrayList<>(runs.stream().map(this::entry).toList());
        new Comparisons(history, warnings)
                .list().stream().filter(comparison).map(HistorySite::entry).forEach(entries::add);
        entries.sort(Comparator.comparing(SiteData.Entry::started)
                .thenComparing(SiteData.Entry::id)
                .reversed());
        return new SiteData(Instant.now(), Installation.version(), entries, kinds(runs));
    }

    private SiteData.Entry entry(StoredRun run) {
        return entry(
                run.id(),
                0,
                run.head(),
                run.verdict(),
                run.head().target().orElse(""),
                pins.getOrDefault(run.id(), List.of()),
                run.broken());
    }

    private static SiteData.Entry entry(StoredComparison comparison) {
        Run candidate = comparison.candidate();
        return entry(
                comparison.key(),
                comparison.pairs(),
                candidate,
                comparison.verdict(),
                comparison.baseline().target().orElse("?") + " → "
                        + candidate.target().orElse("?"),
                List.of(),
                comparison.broken());
    }

    private static SiteData.Entry entry(
            String id,
            int pairs,
            Run head,
            Optional<Verdict> verdict,
            String target,
            List<String> pins,
            List<BrokenRule> broken) {
        return new SiteData.Entry(
                id,
                pairs,
                head.service(),
                head.started(),
                verdict,
                head.commit().orElse(""),
                head.branch().orElse(""),
                target,
                pins,
                head.labels(),
                broken.stream()
                        .map(one ->
                                new SiteData.Broken(one.rule(), one.part(), one.outcome(), one.growth(), one.culprit()))
                        .toList());
    }

    /** Comparable runs, each kind by time; the kind measured last comes first. */
    private List<SiteData.Kind> kinds(List<StoredRun> latestFirst) {
        record Key(String service, Fingerprint fingerprint) {}
        Map<Key, List<StoredRun>> byKind = new LinkedHashMap<>();
        for (StoredRun run : latestFirst) {
            if (run.verdict().filter(verdict -> verdict == Verdict.INVALID).isEmpty()) {
                byKind.computeIfAbsent(
                                new Key(run.head().service(), run.head().fingerprint()), key -> new ArrayList<>())
                        .add(0, run);
            }
        }
        List<SiteData.Kind> kinds = new ArrayList<>();
        byKind.forEach(
                (key, runs) -> kind(key.service(), key.fingerprint(), runs).ifPresent(kinds::add));
        return kinds;
    }

    private Optional<SiteData.Kind> kind(String service, Fingerprint fingerprint, List<StoredRun> stored) {
        List<SiteData.Measured> runs = new ArrayList<>();
        Map<Indicator, List<Double>> values = new LinkedHashMap<>();
        for (StoredRun run : stored) {
            try {
                Run whole = history.loadRun(run.id());
                add(values, runs.size(), whole);
                runs.add(new SiteData.Measured(
                        run.id(),
                        run.head().started(),
                        ended(whole),
                        run.verdict(),
                        run.head().commit().orElse(""),
                        run.head().branch().orElse(""),
                        run.head().labels()));
            } catch (StoreFailed e) {
                warnings.accept(String.valueOf(e.getMessage()));
            }
        }
        if (runs.isEmpty()) {
            return Optional.empty();
        }
        List<SiteData.Trend> trends = new ArrayList<>();
        for (Indicator indicator : Indicators.all()) {
            List<Double> series = values.get(indicator);
            if (series != null) {
                series.addAll(Collections.nCopies(runs.size() - series.size(), Double.NaN));
                trends.add(SiteData.Trend.of(indicator, series));
            }
        }
        return Optional.of(new SiteData.Kind(service, fingerprint.parts(), runs, trends));
    }

    private static Instant ended(Run run) {
        return run.trials().stream()
                .flatMap(trial -> trial.windows().stream())
                .map(Window::end)
                .max(Comparator.naturalOrder())
                .orElse(run.started());
    }

    /** Adds the values of a run under its index; indicators without a value in it are filled up later. */
    private static void add(Map<Indicator, List<Double>> values, int index, Run run) {
        ProfiledRun bare = new ProfiledRun(run, Collections.nCopies(run.trials().size(), Map.of()));
        Judge.everything(bare).forEach(measurement -> {
            if (measurement instanceof Measured measured && measured.selector().isAll()) {
                List<Double> series = values.computeIfAbsent(measured.indicator(), key -> new ArrayList<>());
                series.addAll(Collections.nCopies(index - series.size(), Double.NaN));
                series.add(measured.value());
            }
        });
    }
}
