package dev.flamegate.judge;

import dev.flamegate.model.Indicator;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.NamePatterns;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Selector;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Indicators of requests: latency seen by the generator and by the service, throughput, errors. */
final class RequestEvidence {
    private static final String CLIENT = "latency.";
    private static final String SERVER = "server.latency.";
    /** Gatling notes when a request began and ended in whole milliseconds. */
    private static final double GENERATOR_SECONDS = 0.001;

    private RequestEvidence() {}

    static boolean speaksOf(Indicator indicator) {
        String name = indicator.name();
        return name.startsWith(CLIENT)
                || name.startsWith(SERVER)
                || name.equals("throughput")
                || name.equals("errors.ratio");
    }

    /** The step between two values that can be told apart, in base units; 0 for what is exact. */
    static double resolution(Indicator indicator) {
        return indicator.name().startsWith(CLIENT) ? GENERATOR_SECONDS : 0;
    }

    static List<Measurement> of(Run run, Indicator indicator, Selector selector) {
        String pattern = selector.request();
        if (pattern == null) {
            return List.of(measure(run, indicator, Selector.ALL, name -> true));
        }
        TreeSet<String> names = new TreeSet<>();
        for (Trial trial : run.trials()) {
            names(indicator, trial)
                    .filter(name -> NamePatterns.matches(pattern, name))
                    .forEach(names::add);
        }
        if (names.isEmpty()) {
            return List.of(new Measurement.Missing(
                    indicator,
                    selector,
                    "no request is called \"" + pattern + "\"; there are " + known(run, indicator)));
        }
        List<Measurement> measurements = new ArrayList<>();
        for (String name : names) {
            measurements.add(measure(run, indicator, Selector.request(name), name::equals));
        }
        return measurements;
    }

    private static Measurement measure(Run run, Indicator indicator, Selector selector, Predicate<String> wanted) {
        String name = indicator.name();
        if (name.startsWith(SERVER)) {
            return ServerEvidence.measure(run, indicator, selector, name.substring(SERVER.length()), wanted);
        }
        TrialStatistic statistic;
        if (name.startsWith(CLIENT)) {
            String wantedStatistic = name.substring(CLIENT.length());
            statistic = trials -> latency(histogram(trials, wanted), wantedStatistic);
        } else if (name.equals("throughput")) {
            statistic = trials -> over(
                    sum(trials, wanted, true, false),
                    trials.stream()
                            .mapToDouble(trial -> trial.measuredSeconds())
                            .sum());
        } else {
            statistic = trials -> over(sum(trials, wanted, false, true), sum(trials, wanted, true, true));
        }
        return statistic.measure(indicator, selector, run.trials(), List.of(), missing(run, name));
    }

    private static String missing(Run run, String indicator) {
        boolean counted = indicator.startsWith(CLIENT) && run.trials().stream().allMatch(trial -> trial.ok() > 0);
        return counted
                ? "nobody measured latencies as clients see them; " + SERVER + "* are the service's own"
                : "a trial has no successful request";
    }

    private static LatencyHistogram histogram(List<Trial> trials, Predicate<String> wanted) {
        return LatencyHistogram.merge(trials.stream()
                .flatMap(trial -> trial.requests().stream())
                .filter(request -> wanted.test(request.name()))
                .map(RequestStats::latency)
                .toList());
    }

    private static OptionalDouble latency(LatencyHistogram histogram, String statistic) {
        if (histogram.count() == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                switch (statistic) {
                    case "mean" -> histogram.mean();
                    case "max" -> histogram.max();
                    default -> histogram.percentile(percentile(statistic));
                });
    }

    /** 99.9 of {@code p99.9}. */
    static double percentile(String statistic) {
        return Double.parseDouble(statistic.substring(1));
    }

    private static double sum(List<Trial> trials, Predicate<String> wanted, boolean ok, boolean failed) {
        return trials.stream()
                .flatMap(trial -> trial.requests().stream())
                .filter(request -> wanted.test(request.name()))
                .mapToLong(request -> (ok ? request.ok() : 0) + (failed ? request.failed() : 0))
                .sum();
    }

    private static OptionalDouble over(double above, double below) {
        return below > 0 ? OptionalDouble.of(above / below) : OptionalDouble.empty();
    }

    private static Stream<String> names(Indicator indicator, Trial trial) {
        return indicator.name().startsWith(SERVER)
                ? trial.serverLatency().stream().map(ServerLatency::request)
                : trial.requests().stream().map(RequestStats::name);
    }

    private static String known(Run run, Indicator indicator) {
        TreeSet<String> names = new TreeSet<>();
        run.trials().forEach(trial -> names(indicator, trial).forEach(names::add));
        return names.isEmpty() ? "none at all" : String.join(", ", names);
    }
}
