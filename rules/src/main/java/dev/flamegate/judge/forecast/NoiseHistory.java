package dev.flamegate.judge.forecast;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Comparison.Manner;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The stored records of one service on one kind of machine, from which its noise is learned.
 *
 * @param service its name; empty without records
 * @param runs neither FAIL nor INVALID and of one fingerprint, latest first
 * @param comparisons of one fingerprint, in order of time
 * @param others records of the service that were measured elsewhere or otherwise, and are not used
 */
public record NoiseHistory(String service, List<Run> runs, List<Comparison> comparisons, int others) {
    /** Fewer runs than this say too little about how runs differ. */
    public static final int LEAST_RUNS = 5;

    public static final NoiseHistory NONE = new NoiseHistory("", List.of(), List.of(), 0);

    public NoiseHistory {
        runs = List.copyOf(runs);
        comparisons = List.copyOf(comparisons);
    }

    /** The number of different builds of the runs. */
    public int builds() {
        return (int) runs.stream().map(Run::build).distinct().count();
    }

    /** The number of comparisons that compared a build with itself. */
    public int ofOneBuild() {
        return (int) comparisons.stream()
                .filter(one -> one.baseline().build().equals(one.candidate().build()))
                .count();
    }

    /** Pairs that count. */
    public int pairs() {
        return (int) comparisons.stream()
                .flatMap(one -> one.pairs().stream())
                .filter(Pair::valid)
                .count();
    }

    /** The seconds that a pair takes, on average; empty without comparisons. */
    public OptionalDouble pairSeconds() {
        return averageOfPairs(Trial::took);
    }

    /** The seconds that a pair would take if each arm were measured for so many. */
    public OptionalDouble pairSeconds(double load) {
        int turns = manner().together() ? 1 : 2;
        return averageOfPairs(trial -> trial.took() + turns * (load - trial.measuredSeconds()));
    }

    private OptionalDouble averageOfPairs(ToDoubleFunction<Trial> seconds) {
        return comparisons.stream()
                .flatMap(one -> one.baseline().trials().stream())
                .filter(trial -> trial.took() > 0)
                .mapToDouble(seconds)
                .average();
    }

    /** The manner in which the latest pairs were measured; the ordinary one without any. */
    Manner manner() {
        return comparisons.isEmpty()
                ? Manner.ORDINARY
                : comparisons.get(comparisons.size() - 1).manner();
    }
}
