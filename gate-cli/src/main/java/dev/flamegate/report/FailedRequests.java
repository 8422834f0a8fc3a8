package dev.flamegate.report;

import dev.flamegate.model.Faults;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The requests of one arm that failed, and what the target logged meanwhile.
 *
 * @param arm {@code baseline} or {@code candidate}; empty for a run
 * @param names with failed requests, most failures first, at least one
 * @param logged errors in the target's log, in their order
 */
public record FailedRequests(String arm, List<Name> names, List<Faults.Logged> logged) {
    private static final Set<String> ARMS = Set.of("", "baseline", "candidate");
    private static final int MOST_NAMES = 50;
    private static final int MOST_WAYS = 5;
    private static final int MOST_LOGGED = 5;

    public FailedRequests {
        if (!ARMS.contains(arm)) {
            throw new IllegalArgumentException(arm + ": an arm is the baseline or the candidate");
        }
        names = List.copyOf(names);
        logged = List.copyOf(logged);
    }

    /**
     * The failed requests of one name.
     *
     * @param request its name; empty for what failed outside of a request, or whose request is not known
     * @param total requests of that name, failed or not; 0 where there is no name
     * @param ways in which they failed, the most frequent first
     */
    public record Name(String request, long failed, long total, List<Faults.Failure> ways) {
        public Name {
            ways = List.copyOf(ways);
        }
    }

    /** The failed requests in the trials of a run; empty if no request failed. */
    static Optional<FailedRequests> of(String arm, Run run) {
        Map<String, long[]> counts = new TreeMap<>();
        run.trials().stream().flatMap(trial -> trial.requests().stream()).forEach(stats -> count(counts, stats));
        List<Faults.Failure> ways = Faults.Failure.merged(
                run.trials().stream().map(trial -> trial.faults().failures()).toList());
        ways.stream()
                .filter(way -> way.request().isEmpty())
                .forEach(way -> counts.computeIfAbsent("", name -> new long[2])[0] += way.count());
        List<Name> names = new ArrayList<>();
        counts.forEach((request, count) -> {
            if (count[0] > 0) {
                names.add(new Name(request, count[0], count[1], ways(request, ways)));
            }
        });
        names.sort(Comparator.comparingLong(name -> -name.failed()));
        List<Faults.Logged> logged =
                Faults.Logged.merged(run.trials().stream()
                                .map(Trial::faults)
                                .map(Faults::logged)
                                .toList())
                        .stream()
                        .filter(error -> !error.lines().isEmpty())
                        .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(new FailedRequests(
                        arm,
                        names.subList(0, Math.min(MOST_NAMES, names.size())),
                        logged.subList(0, Math.min(MOST_LOGGED, logged.size()))));
    }

    private static void count(Map<String, long[]> counts, RequestStats stats) {
        long[] count = counts.computeIfAbsent(stats.name(), name -> new long[2]);
        count[0] += stats.failed();
        count[1] += stats.total();
    }

    private static List<Faults.Failure> ways(String request, List<Faults.Failure> ways) {
        return ways.stream()
                .filter(way -> way.request().equals(request))
                .limit(MOST_WAYS)
                .toList();
    }
}
