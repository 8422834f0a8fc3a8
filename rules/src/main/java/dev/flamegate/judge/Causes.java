package dev.flamegate.judge;

import dev.flamegate.judge.attribution.Attribution;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.diagnosis.Diagnoses;
import dev.flamegate.judge.diagnosis.LatencyParts;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.LatencyGrowth;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.names.MachinePools;
import dev.flamegate.stats.Change;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Adds the cause to broken findings: the culprit, or why none stands out, and a diagnosis if one is recognised. */
final class Causes {
    /** The least part of the growth of a time that the CPU of one method has to be to explain it. */
    private static final double LEAST_OF_TIME = 0.25;

    /** Parts of a latency in which threads execute nothing, so no code that is costly to execute is to blame. */
    private static final Set<LatencyPart.Kind> IDLE =
            EnumSet.of(LatencyPart.Kind.LOCK, LatencyPart.Kind.IO, LatencyPart.Kind.SLEEP);

    private final ProfiledRun candidate;
    private final @Nullable List<Pair> pairs;
    private final Function<Finding, Optional<ProfiledRun>> baselines;
    private final Map<Key, Optional<DifferentialCost>> costs = new HashMap<>();
    private final Map<Key, Attribution> attributions = new HashMap<>();
    private final Map<String, Diagnoses> diagnoses = new HashMap<>();

    /**
     * The causes of findings about a run.
     *
     * @param pairs of a comparison: the trials of both runs at the same position are one; {@code null} for runs
     * @param baselines what a finding is compared with, including its profiles
     */
    Causes(ProfiledRun candidate, @Nullable List<Pair> pairs, Function<Finding, Optional<ProfiledRun>> baselines) {
        this.candidate = candidate;
        this.pairs = pairs;
        this.baselines = baselines;
    }

    /** The findings, with causes for the broken ones. */
    List<Finding> explain(List<Finding> findings) {
        return findings.stream().map(this::explain).toList();
    }

    private Finding explain(Finding finding) {
        List<ProfileEvent> events = events(finding.rule().indicator());
        boolean broken = finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN;
        boolean measured = finding.reason() != Reason.NO_DATA && finding.reason() != Reason.NO_BASELINE;
        if (!broken || !measured || candidate.trials().isEmpty()) {
            return finding;
        }
        Optional<ProfiledRun> baseline = baselines.apply(finding);
        if (events.isEmpty()) {
            return recognised(baseline.orElse(null))
                    .ofUnprofiled(finding.rule().indicator().name())
                    .map(diagnosis -> finding.explained(new Finding.Cause(null, null, diagnosis)))
                    .orElse(finding);
        }
        LatencyGrowth latency = baseline.map(before -> latency(finding, before)).orElse(LatencyGrowth.NONE);
        Attribution attribution = baseline.map(before -> attribution(finding, events, latency, before))
                .orElse(Attribution.none("there is nothing to compare the profile with"));
        return finding.explained(new Finding.Cause(
                attribution.culprit().orElse(null),
                attribution.because(),
                diagnosis(events.get(0), latency, baseline.orElse(null)),
                latency));
    }

    private LatencyGrowth latency(Finding finding, ProfiledRun baseline) {
        return finding.rule().indicator().source() instanceof IndicatorSource.Latency
                ? LatencyParts.of(baseline, candidate, finding.selector().request(), pairs != null)
                : LatencyGrowth.NONE;
    }

    private Attribution attribution(
            Finding finding, List<ProfileEvent> events, LatencyGrowth latency, ProfiledRun baseline) {
        List<ProfileEvent> profiled = events.stream()
                .filter(event -> has(baseline, event) && has(candidate, event))
                .toList();
        if (!profiled.isEmpty()) {
            Optional<Attribution> cpu =
                    profiled.contains(ProfileEvent.CPU) ? ofCpu(finding, baseline) : Optional.empty();
            Attribution first = attribution(finding, profiled.get(0), baseline);
            boolean isCpu = latency.largest().map(LatencyPart::kind).equals(Optional.of(LatencyPart.Kind.CPU));
            return isCpu || first.culprit().isEmpty() ? cpu.orElse(first) : first;
        }
        return Attribution.none("no " + events.get(0).key() + " profile was taken of both builds (profile: events: ["
                + events.get(0).key() + "])");
    }

    /**
     * The method whose CPU explains a notable part of the growth of a time, such as a latency; its share is that of the
     * time. Wall-clock samples are few, so that a method whose CPU grew for certain can be lost in their noise.
     */
    private Optional<Attribution> ofCpu(Finding finding, ProfiledRun baseline) {
        Double value = finding.value();
        Double before = finding.baseline();
        if (value == null
                || before == null
                || finding.rule().indicator().unit() != Unit.MILLISECONDS
                || finding.rule().indicator().source().events().get(0) == ProfileEvent.CPU) {
            return Optional.empty();
        }
        double grown = value - before;
        return attribution(finding, ProfileEvent.CPU, baseline)
                .culprit()
                .filter(culprit -> grown > 0
                        && culprit.evidence().value() - culprit.evidence().baseline() >= LEAST_OF_TIME * grown)
                .map(culprit -> culprit.explaining(Math.min(
                        1, (culprit.evidence().value() - culprit.evidence().baseline()) / grown)))
                .map(culprit -> new Attribution(List.of(culprit), null));
    }

    private static boolean has(ProfiledRun run, ProfileEvent event) {
        return run.trials().stream().allMatch(trees -> trees.containsKey(event));
    }

    private Attribution attribution(Finding finding, ProfileEvent event, ProfiledRun baseline) {
        Selector selector = finding.selector();
        String method = WorstMethod.isMeant(finding.rule().indicator()) ? selector.frame() : null;
        Key asked = new Key(baseline.run().id(), event, method == null ? selector : selector.withFrame(null));
        boolean labelled =
                cost(asked, baseline).filter(DifferentialCost::hasCost).isPresent();
        // The profile may have no label for a request name: then the whole service is looked at.
        Key key = labelled || selector.request() == null ? asked : asked.ofAllRequests();
        Optional<DifferentialCost> cost = cost(key, baseline).filter(DifferentialCost::hasCost);
        if (cost.isEmpty()) {
            return Attribution.none("a trial has no " + event.key() + " samples of it");
        }
        return method == null
                ? attributions.computeIfAbsent(key, unknown -> allocating(Attribution.of(cost.get()), key, baseline))
                : Attribution.ofMethod(cost.get(), method);
    }

    /** The allocating method in place of the garbage collector, where both grew. */
    private Attribution allocating(Attribution found, Key key, ProfiledRun baseline) {
        Optional<Culprit> collector =
                found.culprit().filter(culprit -> culprit.frame().equals(MachinePools.GC));
        if (collector.isEmpty() || !has(baseline, ProfileEvent.ALLOC) || !has(candidate, ProfileEvent.ALLOC)) {
            return found;
        }
        return cost(new Key(key.baseline(), ProfileEvent.ALLOC, key.selector()), baseline)
                .filter(allocation -> isCertain(allocation.change()))
                .flatMap(allocation -> Attribution.of(allocation).culprit())
                .map(method -> method.collectedBy(Culprit.Collector.of(collector.get())))
                .map(method -> new Attribution(List.of(method), null))
                .orElse(found);
    }

    private static boolean isCertain(Change growth) {
        return growth.estimate() > 0 && growth.pLarger() <= DifferentialCost.FALSE_DISCOVERIES;
    }

    private Optional<DifferentialCost> cost(Key key, ProfiledRun baseline) {
        return Objects.requireNonNull(costs.computeIfAbsent(
                key,
                unknown -> pairs != null
                        ? DifferentialCost.ofPairs(baseline, candidate, key.event(), key.selector())
                        : DifferentialCost.of(baseline, candidate, key.event(), key.selector())));
    }

    private @Nullable Diagnosis diagnosis(ProfileEvent event, LatencyGrowth latency, @Nullable ProfiledRun baseline) {
        boolean idle = latency.largest()
                .filter(LatencyPart::isCertain)
                .filter(part -> IDLE.contains(part.kind()))
                .isPresent();
        Diagnoses all = recognised(baseline);
        return (idle ? all.ofWaiting() : all.of(event)).orElse(null);
    }

    private Diagnoses recognised(@Nullable ProfiledRun baseline) {
        return Objects.requireNonNull(diagnoses.computeIfAbsent(
                baseline == null ? "" : baseline.run().id(),
                id -> baseline == null
                        ? Diagnoses.of(candidate)
                        : Diagnoses.of(baseline, candidate, pairs == null ? List.of() : pairs)));
    }

    /** The events whose profiles explain an indicator, the best first; empty where none does. */
    static List<ProfileEvent> events(Indicator indicator) {
        return indicator.source().events();
    }

    private record Key(String baseline, ProfileEvent event, Selector selector) {
        Key ofAllRequests() {
            return new Key(baseline, event, new Selector(null, selector.frame(), selector.pool()));
        }
    }
}
