package dev.flamegate.judge.calls;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The ratio of one method's calls in the two builds, over pairs.
 *
 * <p>Counts are exact, but the requests that cause them are drawn at random. Calls that come by the hundred, with a
 * request that is rare, are as uncertain as those requests are: so the variance of a count is that of its parts in
 * time.
 *
 * @param callers methods that changed and call it
 * @param baseline calls per request there
 * @param candidate calls per request now
 * @param logs of the logarithm of the ratio, over pairs
 * @param least the smallest of them
 * @param sampling variance of their mean, by what counts vary within seconds
 */
record CallRatio(
        String name,
        List<String> callers,
        double baseline,
        double candidate,
        Moments logs,
        double least,
        double sampling) {
    /** The amount added to counts, as zero has no finite logarithm. */
    private static final double HALF = 0.5;

    /**
     * Computes the ratio from some pairs.
     *
     * @param methods the same method in each
     */
    static CallRatio of(List<Pair.Calls> pairs, List<Pair.Calls.Method> methods) {
        int n = pairs.size();
        double baselineBurst =
                methods.stream().mapToDouble(Pair.Calls.Method::baselineBurst).sum() / n;
        double candidateBurst =
                methods.stream().mapToDouble(Pair.Calls.Method::candidateBurst).sum() / n;
        List<Double> logs = new ArrayList<>();
        double sampling = 0;
        TreeSet<String> callers = new TreeSet<>();
        for (int i = 0; i < n; i++) {
            Pair.Calls.Method method = methods.get(i);
            double before = method.baseline() + HALF;
            double after = method.candidate() + HALF;
            logs.add(Math.log(after / pairs.get(i).candidate().requests())
                    - Math.log(before / pairs.get(i).baseline().requests()));
            sampling += variance(before, baselineBurst) + variance(after, candidateBurst);
            callers.addAll(method.callers());
        }
        return new CallRatio(
                methods.get(0).name(),
                List.copyOf(callers),
                perRequest(
                        methods.stream().mapToLong(Pair.Calls.Method::baseline).sum(),
                        pairs.stream()
                                .mapToLong(pair -> pair.baseline().requests())
                                .sum()),
                perRequest(
                        methods.stream().mapToLong(Pair.Calls.Method::candidate).sum(),
                        pairs.stream()
                                .mapToLong(pair -> pair.candidate().requests())
                                .sum()),
                Moments.of(logs),
                logs.stream().mapToDouble(log -> log).min().orElse(0),
                sampling / n / n);
    }

    private static double perRequest(long calls, long requests) {
        return (double) calls / requests;
    }

    /** Relative variance of a count; a few calls are never known better than at random. */
    private static double variance(double count, double burst) {
        return Math.max(burst, 1 / count) / count;
    }

    /** The ratio on average over the pairs. */
    double ratio() {
        return Math.exp(logs.mean());
    }

    /**
     * The scatter of the pairs relative to what the counts let one expect; about 1 if restarts make no difference. The
     * smaller the sampling, the less can be said by two or three pairs: {@link VariancePrior} learns it from all
     * methods together.
     */
    Moments dispersion() {
        return new Moments(logs.n(), logs.mean(), logs.variance() / (sampling * logs.n()));
    }

    /**
     * One-sided p value of "not called more often", in [0, 1].
     *
     * @param prior of the dispersion
     */
    double p(VariancePrior prior) {
        return change(prior).pLarger();
    }

    /**
     * The interval of the ratio.
     *
     * @param prior as in {@link #p}
     * @param error of both sides together
     */
    Interval interval(VariancePrior prior, double error) {
        Interval of = change(prior).interval(error / 2);
        return new Interval(Math.exp(of.low()), Math.exp(of.high()), of.confidence());
    }

    /** Counts are never taken to be more certain than they are by themselves. */
    private Change change(VariancePrior prior) {
        VariancePrior.Pooled scatter = prior.moderate(dispersion().variance(), logs.degrees());
        return new Change(logs.mean(), Math.sqrt(Math.max(1, scatter.variance()) * sampling), scatter.degrees());
    }
}
