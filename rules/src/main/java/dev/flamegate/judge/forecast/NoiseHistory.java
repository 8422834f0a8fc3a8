package dev.flamegate.judge.forecast;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        return (int) runs.stream().map(NoiseHistory::build).distinct().count();
    }

    /** The number of comparisons that compared a build with itself. */
    public int ofOneBuild() {
        return (int) comparisons.stream()
                .filter(one -> build(one.baseline()).equals(build(one.candidate())))
                .count();
    }

    /** Pairs that count. */
    public int pairs() {
        return (int) comparisons.stream()
                .flatMap(one -> one.pairs().stream())
                .filter(Pair::valid)
                .count();
    }

    /** The facts that distinguish a build: its content if known, else its revision, and the way it is started. */
    private static Map<String, String> build(Run run) {
        Map<String, String> build = new TreeMap<>();
        boolean content = run.context().keySet().stream().anyMatch(NoiseHistory::isContent);
        run.context().forEach((name, value) -> {
            boolean revision = name.equals(Run.COMMIT) || name.equals("uncommitted") || name.equals(Run.TARGET);
            if (isContent(name) || name.startsWith("env.") || name.equals("jvm.options") || (!content && revision)) {
                build.put(name, value);
            }
        });
        return build;
    }

    private static boolean isContent(String name) {
        return name.equals("target.sha256") || name.equals("container.image.id");
    }
}
