package dev.flamegate.judge.evidence;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource.Latency;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.LatencyStatistic;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Indicators of requests: latency seen by the generator and by the service, throughput, errors. */
final class RequestEvidence {
    /** Gatling notes when a request began and ended in whole milliseconds. */
    private static final double GENERATOR_SECONDS = 0.001;

    /** The largest error of {@link LatencyHistogram#percentile} up to here, on either side together. */
    private static final double MIDDLE_SECONDS = 0.0002;

    /** The highest percentile of which that holds: beyond, a step may hold few requests. */
    private static final double MIDDLE = 75;

    private static final String NO_SUCCESS = "a trial has no successful request";

    private RequestEvidence() {}

    /** The step between two values that the resolution separates, in base units; 0 for exact values. */
    static double resolution(Indicator indicator) {
        return indicator.source() instanceof Latency latency && latency.side() == Latency.Side.CLIENT
                ? resolution(latency.statistic())
                : 0;
    }

    private static double resolution(LatencyStatistic statistic) {
        return switch (statistic) {
            // Rounding to whole milliseconds cancels out in the mean.
            case MEAN -> 0;
            case MAX -> GENERATOR_SECONDS;
            default -> statistic.percentile() <= MIDDLE ? MIDDLE_SECONDS : GENERATOR_SECONDS;
        };
    }

    /** A statistic of response times, of all requests or one per name that the selector matches. */
    static List<Measurement> latency(Run run, Indicator indicator, Selector selector, Latency source) {
        LatencyStatistic statistic = source.statistic();
        return switch (source.side()) {
            case SERVER ->
                each(
                        run,
                        indicator,
                        selector,
                        trial -> trial.serverLatency().stream().map(ServerLatency::request),
                        (part, wanted) -> ServerEvidence.measure(run, indicator, part, statistic, wanted));
            case CLIENT -> {
                yield each(run, indicator, selector, RequestEvidence::names, (part, wanted) -> {
                    return Measurement.of(
                            indicator,
                            part,
                            run.trials(),
                            trials -> value(histogram(trials, wanted), statistic),
                            List.of(),
                            withoutLatency(run, wanted));
                });
            }
        };
    }

    /** Explains why a trial has no latency of some requests. */
    private static String withoutLatency(Run run, Predicate<String> wanted) {
        List<Trial> failing = run.trials().stream()
                .filter(trial ->
                        sum(List.of(trial), wanted, true, false) == 0 && sum(List.of(trial), wanted, false, true) > 0)
                .toList();
        if (!failing.isEmpty()) {
            String where = failing.size() == run.trials().size()
                    ? ""
                    : " in trial " + failing.get(0).number();
            return "all " + Numbers.count((long) sum(failing, wanted, false, true)) + " requests failed" + where
                    + mostFrequent(failing, wanted);
        }
        if (run.trials().stream().anyMatch(trial -> sum(List.of(trial), wanted, true, true) == 0)) {
            return NO_SUCCESS;
        }
        return "latencies were not measured on the client side; server.latency.* are the service's own";
    }

    private static String mostFrequent(List<Trial> trials, Predicate<String> wanted) {
        return Faults.Failure.merged(
                        trials.stream().map(trial -> trial.faults().failures()).toList())
                .stream()
                .filter(failure -> wanted.test(failure.request()))
                .findFirst()
                .map(failure -> ", most often with: " + failure.message())
                .orElse("");
    }

    /** See {@link Evidence#requests}. */
    static RequestCount fewest(Run run, Indicator indicator, Selector selector) {
        boolean server = indicator.source() instanceof Latency latency && latency.side() == Latency.Side.SERVER;
        Predicate<String> wanted = name -> selector.request() == null || name.equals(selector.request());
        double number = Double.POSITIVE_INFINITY;
        double part = 1;
        for (Trial trial : run.trials()) {
            double all = count(trial, server, name -> true);
            double of = count(trial, server, wanted);
            number = Math.min(number, of);
            part = Math.min(part, all > 0 ? of / all : 0);
        }
        return new RequestCount(number, part);
    }

    private static double count(Trial trial, boolean server, Predicate<String> wanted) {
        return server
                ? trial.serverLatency().stream()
                        .filter(latency -> wanted.test(latency.request()))
                        .mapToDouble(ServerLatency::count)
                        .sum()
                : sum(List.of(trial), wanted, true, false);
    }

    /** A ratio of requests, of all of them or one per name that the selector matches. */
    static List<Measurement> requests(Run run, Indicator indicator, Selector selector, Requests source) {
        return each(run, indicator, selector, RequestEvidence::names, (part, wanted) -> {
            Function<List<Trial>, OptionalDouble> ratio = switch (source) {
                case THROUGHPUT ->
                    trials -> over(
                            sum(trials, wanted, true, false),
                            trials.stream().mapToDouble(Trial::measuredSeconds).sum());
                case ERROR_RATIO -> trials -> over(sum(trials, wanted, false, true), sum(trials, wanted, true, true));
            };
            return Measurement.of(indicator, part, run.trials(), ratio, List.of(), NO_SUCCESS);
        });
    }

    /** One measurement for all requests together, or one for each that the pattern matches. */
    private static List<Measurement> each(
            Run run,
            Indicator indicator,
            Selector selector,
            Function<Trial, Stream<String>> names,
            BiFunction<Selector, Predicate<String>, Measurement> measure) {
        String pattern = selector.request();
        if (pattern == null) {
            return List.of(measure.apply(Selector.ALL, name -> true));
        }
        TreeSet<String> known = run.trials().stream().flatMap(names).collect(Collectors.toCollection(TreeSet::new));
        List<Measurement> measurements = known.stream()
                .filter(name -> NamePatterns.matches(pattern, name))
                .map(name -> measure.apply(Selector.request(name), name::equals))
                .toList();
        if (!measurements.isEmpty()) {
            return measurements;
        }
        String there = known.isEmpty() ? "none at all" : String.join(", ", known);
        return List.of(new Measurement.Missing(
                indicator, selector, "no request is called \"" + pattern + "\"; there are " + there));
    }

    private static Stream<String> names(Trial trial) {
        return trial.requests().stream().map(RequestStats::name);
    }

    private static LatencyHistogram histogram(List<Trial> trials, Predicate<String> wanted) {
        return LatencyHistogram.merge(trials.stream()
                .flatMap(trial -> trial.requests().stream())
                .filter(request -> wanted.test(request.name()))
                .map(RequestStats::latency)
                .toList());
    }

    private static OptionalDouble value(LatencyHistogram histogram, LatencyStatistic statistic) {
        if (histogram.count() == 0) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(
                switch (statistic) {
                    case MEAN -> histogram.mean();
                    case MAX -> histogram.max();
                    default -> histogram.percentile(statistic.percentile());
                });
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
}
