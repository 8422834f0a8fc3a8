package dev.flamegate.profile;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.WorkDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison with the profiles of its trials.
 *
 * @param baseline call trees of the baseline's trials, one map per pair; a map may be empty
 * @param candidate those of the candidate's trials
 */
public record ProfiledComparison(
        Comparison comparison,
        List<Map<ProfileEvent, CallTree>> baseline,
        List<Map<ProfileEvent, CallTree>> candidate) {
    public ProfiledComparison {
        baseline = baseline.stream().map(Map::copyOf).toList();
        candidate = candidate.stream().map(Map::copyOf).toList();
        int pairs = comparison.pairs().size();
        if (baseline.size() != pairs || candidate.size() != pairs) {
            throw new IllegalArgumentException(baseline.size() + " and " + candidate.size()
                    + ": each arm has one set of profiles for each of the " + pairs + " pairs");
        }
    }

    /**
     * A comparison of one pair.
     *
     * @param id of the comparison
     * @param baseline a run of one trial, as is {@code candidate}
     */
    public static ProfiledComparison of(String id, Pair pair, ProfiledRun baseline, ProfiledRun candidate) {
        Comparison comparison = new Comparison(
                id,
                candidate.run().started(),
                baseline.run(),
                candidate.run(),
                List.of(pair.numbered(1)),
                Map.of(),
                List.of());
        return new ProfiledComparison(comparison, baseline.trials(), candidate.trials());
    }

    /**
     * A comparison without pairs, of two builds whose work was counted.
     *
     * @param baseline a run without trials, as is {@code candidate}
     */
    public static ProfiledComparison counted(String id, Run baseline, Run candidate, WorkDifference difference) {
        return new ProfiledComparison(
                new Comparison(
                        id, candidate.started(), baseline, candidate, List.of(), Map.of(), List.of(), difference),
                List.of(),
                List.of());
    }

    /** This comparison with one more pair, numbered as the next. */
    public ProfiledComparison with(Pair pair, ProfiledRun newBaseline, ProfiledRun newCandidate) {
        List<Pair> pairs = new ArrayList<>(comparison.pairs());
        pairs.add(pair.numbered(pairs.size() + 1));
        Comparison longer = comparison.with(
                comparison.baseline().followedBy(newBaseline.run()),
                comparison.candidate().followedBy(newCandidate.run()),
                pairs,
                comparison.warnings());
        return new ProfiledComparison(
                longer, joined(baseline, newBaseline.trials()), joined(candidate, newCandidate.trials()));
    }

    public ProfiledComparison with(Warning warning) {
        List<Warning> warnings = joined(comparison.warnings(), List.of(warning));
        Comparison warned =
                comparison.with(comparison.baseline(), comparison.candidate(), comparison.pairs(), warnings);
        return new ProfiledComparison(warned, baseline, candidate);
    }

    private static <T> List<T> joined(List<T> first, List<T> second) {
        List<T> joined = new ArrayList<>(first);
        joined.addAll(second);
        return joined;
    }

    public static ProfiledComparison bare(Comparison comparison) {
        List<Map<ProfileEvent, CallTree>> none = comparison.pairs().stream()
                .map(pair -> Map.<ProfileEvent, CallTree>of())
                .toList();
        return new ProfiledComparison(comparison, none, none);
    }

    public int validPairs() {
        return (int) comparison.pairs().stream().filter(Pair::valid).count();
    }

    /** The baseline's trials in the pairs that count. */
    public ProfiledRun validBaseline() {
        return valid(comparison.baseline(), baseline);
    }

    /** The candidate's trials in the pairs that count. */
    public ProfiledRun validCandidate() {
        return valid(comparison.candidate(), candidate);
    }

    private ProfiledRun valid(Run run, List<Map<ProfileEvent, CallTree>> profiles) {
        List<Trial> trials = new ArrayList<>();
        List<Map<ProfileEvent, CallTree>> trees = new ArrayList<>();
        for (int i = 0; i < profiles.size(); i++) {
            if (comparison.pairs().get(i).valid()) {
                trials.add(run.trials().get(i));
                trees.add(profiles.get(i));
            }
        }
        return new ProfiledRun(run.withTrials(trials), trees);
    }
}
