package dev.flamegate.judge.forecast;

import dev.flamegate.judge.UsualNoise;
import dev.flamegate.judge.evidence.RequestCount;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The length of load that decides an unchanged build soonest, learnt from earlier pairs. What restarts differ by stays
 * the same however long they are measured; what blocks of load differ by falls with their length; every pair pays for
 * its starts and warm-ups once (Kalibera and Jones, 2013, "Rigorous benchmarking in reasonable time", section 6); and no
 * comparison is decided by fewer than {@value Looks#MIN_PAIRS} pairs, however much these tell.
 *
 * @param length of the load on each arm of a pair
 * @param gain how many times as long a comparison takes with the length before; 1 if that stays
 * @param pairs that it was learnt from
 */
public record LoadLength(Duration length, double gain, int pairs) {
    private static final List<Double> CHOICES = List.of(10.0, 15.0, 20.0, 30.0, 40.0);

    /** Before anything is known: within a seventh of the best there is, whether restarts decide or blocks do. */
    private static final Duration FIRST = Duration.ofSeconds(15);

    /** Fewer degrees of freedom cannot tell what restarts differ by from what blocks do. */
    private static final int FEWEST = 6;

    /** A change costs a service its known scatter, which a smaller gain would not be worth. */
    private static final double WORTH = 1.2;

    /** The growth of CPU to exclude where no rule says one. */
    private static final double USUAL_LIMIT = 0.05;

    /**
     * The length for the next pairs, by the CPU per request in earlier ones, JIT aside.
     *
     * @param past comparisons of one service with one length, in order of time
     * @param stays whether that length stays, whatever else would be sooner
     * @param rules that the next pairs are judged by
     */
    public static LoadLength of(List<Comparison> past, boolean stays, List<Rule> rules) {
        if (past.isEmpty()) {
            return new LoadLength(FIRST, 1, 0);
        }
        Comparison latest = past.get(past.size() - 1);
        Trial measured = latest.candidate().trials().get(0);
        double now = Math.rint(measured.measuredSeconds());
        Scatter scatter = new Scatter(latest.isTogether() ? 1 : 2);
        past.stream().filter(one -> one.manner().equals(latest.manner())).forEach(scatter::add);
        double growth = Math.log1p(limit(rules));
        double best = CHOICES.stream()
                .filter(length -> length >= now || keepsRequests(measured, length / now))
                .min(Comparator.comparingDouble(length -> scatter.secondsToExclude(growth, length)))
                .orElseThrow();
        double gain = scatter.secondsToExclude(growth, now) / scatter.secondsToExclude(growth, best);
        boolean changes = !stays && scatter.degrees >= FEWEST && gain >= WORTH;
        Duration length = Duration.ofMillis(Math.round(1000 * (changes ? best : now)));
        return new LoadLength(length, changes ? gain : 1, scatter.pairs);
    }

    /** The smallest growth of CPU per request that fails a comparison, relative. */
    private static double limit(List<Rule> rules) {
        return rules.stream()
                .filter(rule -> rule.applies() != Rule.Applies.RUN
                        && UsualNoise.isOfTime(rule.indicator())
                        && !(rule.indicator().source() instanceof IndicatorSource.Latency))
                .flatMap(rule -> rule.must().stream())
                .filter(criterion -> criterion instanceof Criterion.Growth growth
                        && growth.relative()
                        && growth.baseline() instanceof BaselineRef.OtherArm)
                .mapToDouble(criterion -> criterion.limit().base())
                .min()
                .orElse(USUAL_LIMIT);
    }

    /** True if all requests and endpoints whose latency is judged would be, with a part of the measured load. */
    private static boolean keepsRequests(Trial trial, double part) {
        return keeps(trial.requests().stream().mapToDouble(RequestStats::ok).toArray(), part)
                && keeps(
                        trial.serverLatency().stream()
                                .mapToDouble(ServerLatency::count)
                                .toArray(),
                        part);
    }

    private static boolean keeps(double[] counts, double part) {
        double all = DoubleStream.of(counts).sum();
        return DoubleStream.of(counts)
                .filter(count -> new RequestCount(count, count / all).areEnough())
                .allMatch(count -> new RequestCount(count * part, count / all).areEnough());
    }

    /** The variance of the logarithm of a pair's growth, and where it comes from. */
    private static final class Scatter {
        private final int turns; // that the arms of a pair take
        private int pairs;
        private double degrees;
        private double squares; // of pairs about the mean of their comparison
        private double blocks; // the variance that the blocks of a pair give its mean, times the seconds of load
        private double seconds; // of load on one arm
        private double overhead;

        private Scatter(int turns) {
            this.turns = turns;
        }

        void add(Comparison comparison) {
            List<Double> growths = new ArrayList<>();
            for (int i = 0; i < comparison.pairs().size(); i++) {
                Trial before = comparison.baseline().trials().get(i);
                Trial after = comparison.candidate().trials().get(i);
                double first = growth(before, after, 0);
                double second = growth(before, after, 1);
                if (comparison.pairs().get(i).valid() && Double.isFinite(first + second)) {
                    growths.add((first + second) / 2);
                    blocks += (first - second) * (first - second) / 4 * after.measuredSeconds();
                    seconds += after.measuredSeconds();
                    overhead += Math.max(0, after.took() - turns * after.measuredSeconds());
                }
            }
            if (!growths.isEmpty()) {
                Moments moments = Moments.of(growths);
                pairs += moments.n();
                degrees += moments.degrees();
                squares += moments.degrees() * moments.variance();
            }
        }

        private static double growth(Trial before, Trial after, int block) {
            return Math.log(cost(after, block) / cost(before, block));
        }

        /** CPU seconds per request in a block; NaN without requests, or without the block. */
        private static double cost(Trial trial, int block) {
            double cpu = 0;
            double requests = 0;
            for (Window window : trial.windows().stream().skip(block).limit(1).toList()) {
                for (SeriesPoint point : trial.measuredSeries(window)) {
                    cpu += point.cores() - point.jitCores();
                    requests += point.throughput();
                }
            }
            return cpu / requests;
        }

        /** The seconds until a growth is excluded for nine in ten unchanged builds, if pairs have such a load. */
        double secondsToExclude(double growth, double length) {
            double white = blocks / pairs;
            double restarts = Math.max(0, squares / degrees - white / (seconds / pairs));
            double deviation = Math.sqrt(restarts + white / length);
            double byOnePair = new Change(0, deviation, degrees).detectable(Looks.DEFAULT.passLevel(Looks.MIN_PAIRS));
            double needed = Math.max(Looks.MIN_PAIRS, Math.pow(byOnePair / growth, 2));
            return needed * (overhead / pairs + turns * length);
        }
    }
}
