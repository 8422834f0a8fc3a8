package dev.flamegate.report;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.judge.diagnosis.Diagnoses;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Results from the profiles that several formats of one report show, each computed once, on first use: merging the call
 * trees of all trials takes most of a report's time. Safe for use by several threads: formats are written in parallel.
 */
public final class ReportAnalysis {
    private final ProfiledRun candidate;
    private final Optional<ProfiledRun> baseline;
    private final @Nullable List<Pair> pairs;
    private final Map<ProfileEvent, Optional<RequestCosts>> baselineCosts = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Optional<RequestCosts>> candidateCosts = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Optional<DifferentialCost>> changes = new EnumMap<>(ProfileEvent.class);
    private @Nullable HotMethods methods;
    private @Nullable Diagnoses diagnoses;

    /**
     * Starts without any results.
     *
     * @param baseline the run shown next to the candidate, where there is one
     * @param pairs in which the two were measured; {@code null} where they were not measured in pairs
     */
    ReportAnalysis(ProfiledRun candidate, Optional<ProfiledRun> baseline, @Nullable List<Pair> pairs) {
        this.candidate = candidate;
        this.baseline = baseline;
        this.pairs = pairs;
    }

    synchronized Optional<RequestCosts> baseline(ProfileEvent event) {
        return Objects.requireNonNull(
                baselineCosts.computeIfAbsent(event, key -> baseline.flatMap(before -> RequestCosts.of(before, key))));
    }

    synchronized Optional<RequestCosts> candidate(ProfileEvent event) {
        return Objects.requireNonNull(candidateCosts.computeIfAbsent(event, key -> RequestCosts.of(candidate, key)));
    }

    synchronized Optional<DifferentialCost> changes(ProfileEvent event) {
        return Objects.requireNonNull(changes.computeIfAbsent(
                event,
                key -> baseline.flatMap(before -> pairs != null
                        ? DifferentialCost.ofPairs(before, candidate, key, Selector.ALL)
                        : DifferentialCost.of(before, candidate, key, Selector.ALL))));
    }

    synchronized HotMethods methods() {
        HotMethods known = methods;
        if (known == null) {
            known = HotMethods.of(baseline(ProfileEvent.CPU), candidate(ProfileEvent.CPU));
            methods = known;
        }
        return known;
    }

    synchronized Diagnoses diagnoses() {
        Diagnoses known = diagnoses;
        if (known == null) {
            known = baseline.filter(before -> !before.run().trials().isEmpty())
                    .map(before -> Diagnoses.of(before, candidate, pairs == null ? List.of() : pairs))
                    .orElseGet(() -> Diagnoses.of(candidate));
            diagnoses = known;
        }
        return known;
    }
}
