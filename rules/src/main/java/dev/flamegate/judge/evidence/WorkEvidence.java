package dev.flamegate.judge.evidence;

import dev.flamegate.model.Run;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Measurement.Missing;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Measures work: each start of a run that was counted is what a trial is to other indicators. */
public final class WorkEvidence {
    private static final String NOT_COUNTED = "the work of requests was not counted";

    private WorkEvidence() {}

    static List<Measurement> of(Run run, Indicator indicator, Selector selector, WorkCount count) {
        if (run.work().isEmpty()) {
            return List.of(new Missing(indicator, selector, NOT_COUNTED));
        } else if (!isCounted(run, count)) {
            return List.of(new Missing(indicator, selector, "it was not counted in any start"));
        }
        if (selector.request() == null) {
            return List.of(measured(run, indicator, selector, count)
                    .map(Measurement.class::cast)
                    .orElseGet(() -> new Missing(indicator, selector, "no request was counted in every start")));
        }
        List<Measurement> each = new ArrayList<>();
        for (String request : common(run)) {
            if (NamePatterns.matches(selector.request(), request)) {
                measured(run, indicator, Selector.request(request), count).ifPresent(each::add);
            }
        }
        return each.isEmpty()
                ? List.of(new Missing(indicator, selector, "no request that was counted has such a name"))
                : each;
    }

    private static boolean isCounted(Run run, WorkCount count) {
        return run.work().stream()
                .flatMap(start -> start.requests().values().stream())
                .anyMatch(requests -> requests.counts().containsKey(count));
    }

    /** Names of the requests that every start of a run counted. */
    private static Set<String> common(Run run) {
        Set<String> common = new TreeSet<>(run.work().get(0).requests().keySet());
        run.work().forEach(work -> common.retainAll(work.requests().keySet()));
        return common;
    }

    private static Optional<Measured> measured(Run run, Indicator indicator, Selector selector, WorkCount count) {
        Set<String> names = selector.request() == null ? common(run) : Set.of(selector.request());
        List<Double> starts = new ArrayList<>();
        for (Work work : run.work()) {
            double sum = 0;
            for (String name : names) {
                Work.Requests requests = work.requests().get(name);
                Work.PerRequest each =
                        requests == null ? null : requests.counts().get(count);
                if (each == null) {
                    return Optional.empty();
                }
                sum += each.mean();
            }
            starts.add(sum / names.size());
        }
        if (names.isEmpty()) {
            return Optional.empty();
        }
        double mean = starts.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        return Optional.of(new Measured(indicator, selector, mean, starts, List.of()));
    }

    /**
     * The mean variance of a start's value that the scatter within the starts explains, in base units squared.
     *
     * @param selector selects one request, or all
     */
    public static double withinStarts(Run run, Selector selector, WorkCount count) {
        Set<String> names = selector.request() == null ? common(run) : Set.of(selector.request());
        double sum = 0;
        for (Work work : run.work()) {
            for (String name : names) {
                Work.Requests requests = work.requests().get(name);
                Work.PerRequest each =
                        requests == null ? null : requests.counts().get(count);
                double error = each == null ? 0 : each.error() / names.size();
                sum += error * error / run.work().size();
            }
        }
        return sum;
    }
}
