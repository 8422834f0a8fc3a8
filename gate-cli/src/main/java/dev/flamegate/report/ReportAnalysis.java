package dev.flamegate.report;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.judge.diagnosis.Diagnoses;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Selector;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What several formats of one report show of its profiles, each worked out when it is first asked for and once: merging
 * the call trees of all trials takes most of a report's time. Not for use by several threads at once.
 */
public final class ReportAnalysis {
    private final Map<ProfileEvent, Optional<RequestCosts>> baseline = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Optional<RequestCosts>> candidate = new EnumMap<>(ProfileEvent.class);
    private final Map<ProfileEvent, Optional<DifferentialCost>> changes = new EnumMap<>(ProfileEvent.class);
    private @Nullable HotMethods methods;
    private @Nullable Diagnoses diagnoses;

    /** Nothing worked out yet. */
    ReportAnalysis() {}

    Optional<RequestCosts> baseline(GateReport report, ProfileEvent event) {
        return Objects.requireNonNull(baseline.computeIfAbsent(
                event, key -> report.baseline().flatMap(before -> RequestCosts.of(before.run(), key))));
    }

    Optional<RequestCosts> candidate(GateReport report, ProfileEvent event) {
        return Objects.requireNonNull(
                candidate.computeIfAbsent(event, key -> RequestCosts.of(report.candidate(), key)));
    }

    Optional<DifferentialCost> changes(GateReport report, ProfileEvent event) {
        return Objects.requireNonNull(changes.computeIfAbsent(
                event,
                key -> report.baseline()
                        .flatMap(before -> report.comparison().isPresent()
                                ? DifferentialCost.ofPairs(before.run(), report.candidate(), key, Selector.ALL)
                                : DifferentialCost.of(before.run(), report.candidate(), key, Selector.ALL))));
    }

    HotMethods methods(GateReport report) {
        HotMethods known = methods;
        if (known == null) {
            known = HotMethods.of(baseline(report, ProfileEvent.CPU), candidate(report, ProfileEvent.CPU));
            methods = known;
        }
        return known;
    }

    Diagnoses diagnoses(GateReport report) {
        Diagnoses known = diagnoses;
        if (known == null) {
            known = report.baseline()
                    .filter(before -> !before.run().trials().isEmpty())
                    .map(before -> Diagnoses.of(before.run(), report.candidate()))
                    .orElseGet(() -> Diagnoses.of(report.candidate()));
            diagnoses = known;
        }
        return known;
    }
}
