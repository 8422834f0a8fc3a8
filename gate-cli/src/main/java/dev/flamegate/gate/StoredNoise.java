package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.forecast.LoadLength;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The noise of one service in a history: the records that are comparable with its latest ones. */
public final class StoredNoise {
    /** Number of runs that count for the noise of today: services and machines change. */
    private static final int MOST_RUNS = 20;

    private StoredNoise() {}

    /**
     * Reads the past of a service.
     *
     * @param service that the records are of; {@code null} for that of the latest one
     */
    public static NoiseHistory of(History history, Comparisons comparisons, @Nullable String service) {
        List<StoredRun> runs = history.list();
        List<StoredComparison> compared = comparisons.list();
        String name =
                Optional.ofNullable(service).or(() -> latest(runs, compared)).orElse("");
        List<StoredRun> own = runs.stream()
                .filter(run -> run.isSound() && run.head().service().equals(name))
                .toList();
        List<StoredComparison> pairs = compared.stream()
                .filter(one -> one.candidate().service().equals(name))
                .toList();
        List<StoredRun> like = own.stream()
                .filter(run ->
                        own.get(0).head().fingerprint().isComparable(run.head().fingerprint())
                                && own.get(0).head().isOfLikeSpeed(run.head()))
                .toList();
        List<Comparison> past =
                pairs.isEmpty() ? List.of() : comparisons.like(pairs.get(0).candidate());
        long others = own.size()
                - like.size()
                + pairs.stream()
                        .filter(one -> !pairs.get(0)
                                .candidate()
                                .fingerprint()
                                .isComparable(one.candidate().fingerprint()))
                        .count();
        List<Run> latest = like.stream()
                .limit(MOST_RUNS)
                .map(run -> history.loadRun(run.id()))
                .toList();
        return new NoiseHistory(name, latest, past, (int) others);
    }

    /** Reads the past comparisons of a service, those that are comparable with the latest one. */
    static NoiseHistory ofComparisons(Comparisons comparisons, String service) {
        return latest(comparisons, service)
                .map(latest -> new NoiseHistory(service, List.of(), comparisons.like(latest.candidate()), 0))
                .orElse(NoiseHistory.NONE);
    }

    private static Optional<StoredComparison> latest(Comparisons comparisons, String service) {
        return comparisons.list().stream()
                .filter(one -> one.candidate().service().equals(service))
                .findFirst();
    }

    /**
     * The set-up with the length of load that the service's earlier pairs recommend, if its plan leaves it to them. While
     * more pairs of the same builds may be added to the latest, it stays: all pairs of two builds are measured alike.
     */
    static MeasurementPlan withLength(MeasurementPlan setup, Comparisons comparisons) {
        Plan plan = setup.plan();
        if (!plan.compare().learnsLength()) {
            return setup;
        }
        Optional<StoredComparison> latest = latest(comparisons, plan.service());
        LoadLength learnt = LoadLength.of(
                latest.map(one -> comparisons.like(one.candidate())).orElse(List.of()),
                latest.flatMap(StoredComparison::verdict).orElse(Verdict.INCONCLUSIVE) == Verdict.INCONCLUSIVE,
                setup.rules().rules());
        if (learnt.gain() > 1) {
            setup.progress()
                    .note("each arm of a pair is measured for " + Numbers.duration(learnt.length()) + ": by "
                            + learnt.pairs() + " earlier pairs, an unchanged build is decided "
                            + Numbers.number(learnt.gain(), 2) + " times as fast so");
        }
        return setup.sending(setup.sent(), plan.lasting(learnt.length()));
    }

    private static Optional<String> latest(List<StoredRun> runs, List<StoredComparison> compared) {
        return Stream.concat(
                        runs.stream().map(StoredRun::head), compared.stream().map(StoredComparison::candidate))
                .max(Comparator.comparing(Run::started))
                .map(Run::service);
    }
}
