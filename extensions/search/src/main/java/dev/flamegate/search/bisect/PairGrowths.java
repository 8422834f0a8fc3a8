package dev.flamegate.search.bisect;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Median;
import dev.flamegate.stats.Moments;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The growths of a broken rule's indicator, pair by pair, or start by start where work was counted, between any two
 * builds: how much worse the second is than the first, on one scale for all of them. Growths on it add up: natural
 * logarithms of ratios where all values of the good and the bad build are above 0, parts of the whole cost for a method,
 * else differences in base units.
 */
public final class PairGrowths {
    private static final double LEVEL = 0.05;

    private final Indicator indicator;
    private final Selector selector;
    private final Scale scale;
    private final boolean downward;
    private final double base;
    private final double step;

    private enum Scale {
        LOG,
        DIFFERENCE,
        OF_WHOLE
    }

    private PairGrowths(
            Indicator indicator, Selector selector, Scale scale, boolean downward, double base, double step) {
        this.indicator = indicator;
        this.selector = selector;
        this.scale = scale;
        this.downward = downward;
        this.base = base;
        this.step = step;
    }

    /**
     * The growths of a finding's indicator.
     *
     * @param whole the good against the bad build, which it was found in
     * @return empty if not both builds have values of it
     */
    public static Optional<PairGrowths> of(ProfiledComparison whole, Finding finding) {
        Indicator indicator = finding.rule().indicator();
        Selector selector = finding.selector();
        boolean downward = finding.criterion() instanceof Criterion.Growth growth
                ? growth.change() == Criterion.Change.DROP
                : !finding.criterion().operator().isUpper();
        if (indicator.isWorstMethod()) {
            return Optional.of(new PairGrowths(indicator, selector, Scale.OF_WHOLE, downward, 1, 0));
        }
        Optional<Measured> before = measured(whole.validBaseline(), indicator, selector);
        Optional<Measured> after = measured(whole.validCandidate(), indicator, selector);
        if (before.isEmpty() || after.isEmpty()) {
            return Optional.empty();
        }
        boolean logs = isAboveZero(before.get()) && isAboveZero(after.get());
        double resolution = Evidence.resolution(indicator);
        double smallest =
                before.get().trials().stream().mapToDouble(value -> value).min().orElse(0);
        return Optional.of(new PairGrowths(
                indicator,
                selector,
                logs ? Scale.LOG : Scale.DIFFERENCE,
                downward,
                before.get().value(),
                logs ? Math.log1p(resolution / smallest) : resolution));
    }

    /**
     * The growth in each pair that counts, larger is worse; empty where a build has no values of it. A pair without a
     * growth on this scale, such as one with a value of 0 among logarithms, is left out.
     */
    public List<Double> in(ProfiledComparison comparison) {
        if (comparison.validPairs() == 0 && !isOfWork()) {
            return List.of();
        }
        return scale == Scale.OF_WHOLE ? ofMethod(comparison) : ofValues(comparison);
    }

    private List<Double> ofValues(ProfiledComparison comparison) {
        Optional<Measured> before = measured(comparison.validBaseline(), indicator, selector);
        Optional<Measured> after = measured(comparison.validCandidate(), indicator, selector);
        return before.isEmpty() || after.isEmpty()
                ? List.of()
                : growths(before.get().trials(), after.get().trials());
    }

    /** A method that one of two builds does not have costs nothing there; one that neither has did not grow. */
    private List<Double> ofMethod(ProfiledComparison comparison) {
        String method = selector.frame();
        Optional<DifferentialCost> cost = DifferentialCost.ofPairs(
                comparison.validBaseline(),
                comparison.validCandidate(),
                indicator.source().events().get(0),
                selector.withFrame(null));
        if (cost.isEmpty() || method == null) {
            return List.of();
        }
        List<Double> none =
                IntStream.range(0, comparison.validPairs()).mapToObj(i -> 0.0).toList();
        List<Double> before = cost.get().baselineTrials(method);
        List<Double> after = cost.get().candidateTrials(method);
        return growths(before.isEmpty() ? none : before, after.isEmpty() ? none : after);
    }

    private List<Double> growths(List<Double> before, List<Double> after) {
        return IntStream.range(0, Math.min(before.size(), after.size()))
                .mapToObj(i -> growth(before.get(i), after.get(i)))
                .filter(Double::isFinite)
                .toList();
    }

    private double growth(double before, double after) {
        double up = scale == Scale.LOG ? Math.log(after / before) : after - before;
        return downward ? -up : up;
    }

    /** Growths of some pairs taken together: the median, which one odd pair does not move far; 0 without any. */
    public static double typical(List<Double> growths) {
        return growths.isEmpty()
                ? 0
                : Median.of(growths.stream().mapToDouble(growth -> growth).toArray());
    }

    /** True if some pairs show that there is a growth at all, by Student's t with a one-sided error of 5 %. */
    public static boolean isShown(List<Double> growths) {
        Moments moments =
                Moments.of(growths.stream().mapToDouble(growth -> growth).toArray());
        return moments.n() > 1
                && new Change(moments.mean(), Math.sqrt(moments.variance() / moments.n()), moments.degrees())
                                .lower(LEVEL)
                        > 0;
    }

    /** The smallest difference that two values can have on this scale; 0 for exact values. */
    public double step() {
        return step;
    }

    /**
     * A growth on this scale as people see it: relative to the good build, positive where the value rose; NaN where
     * that had none.
     */
    public double relative(double growth) {
        double up = downward ? -growth : growth;
        return switch (scale) {
            case LOG -> Math.expm1(up);
            case DIFFERENCE -> base > 0 ? up / base : Double.NaN;
            case OF_WHOLE -> up;
        };
    }

    private static boolean isAboveZero(Measured measured) {
        return measured.trials().stream().allMatch(value -> value > 0);
    }

    /** True if values are of starts in which work was counted, and not of pairs. */
    boolean isOfWork() {
        return isOfWork(indicator);
    }

    private static boolean isOfWork(Indicator indicator) {
        return indicator.source() instanceof IndicatorSource.Counted;
    }

    private static Optional<Measured> measured(ProfiledRun run, Indicator indicator, Selector selector) {
        return run.run().trials().isEmpty() && !isOfWork(indicator)
                ? Optional.empty()
                : Evidence.of(run, indicator, selector).stream()
                        .filter(Measured.class::isInstance)
                        .map(Measured.class::cast)
                        .findFirst();
    }
}
