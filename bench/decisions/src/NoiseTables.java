import dev.flamegate.model.Arm;
import dev.flamegate.stats.Moments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** What pairs of an unchanged build say of the noise, and what pairs of a changed one say of the change. */
record NoiseTables(Map<String, Recorded> all, Path into, String about) {
    /** How much the pairs of the unchanged build scatter, by criterion. */
    void noise() throws IOException {
        Recorded aa = Recorded.unchanged(all);
        Results results = new Results(
                into.resolve("recorded-noise.csv"),
                "# recorded: noise of pairs of an unchanged build\n\n" + about
                        + "Logarithms of candidate over baseline, so 1 % is one hundredth of it. *Robust*: 1.4826 times the median"
                        + " absolute deviation. *All kinds*: the pairs of every kind around the mean of their own. *One start*: SD of"
                        + " single starts of the unchanged build over the whole recording, the machine's drift in it. *Second first*:"
                        + " how much more the arm costs that was loaded second, with its 95 % interval. *Warm-up*: correlation of a"
                        + " start's cost with the length of its warm-up, and of a pair's difference with that of the arms' JIT CPU.\n\n",
                0,
                0,
                1,
                "value", "mean", "pair SD %", "95 % interval", "robust %", "largest %", "all kinds %", "one start %",
                "candidate over baseline %", "second over first %", "with warm-up", "with JIT");
        for (Cost cost : Cost.all()) {
            double[] d = cost.differences(aa);
            if (d.length < 3) {
                continue;
            }
            double[] before = cost.values().apply(aa, Arm.BASELINE);
            double[] after = cost.values().apply(aa, Arm.CANDIDATE);
            Moments moments = Moments.of(d);
            double sd = Math.sqrt(moments.variance());
            results.add(
                    cost.name(),
                    String.format(Locale.ROOT, "%.4g", Arrays.stream(before).average().orElseThrow()),
                    percent(sd),
                    percent(sd * Math.sqrt(moments.degrees() / quantile(moments.degrees(), 0.975))) + " to "
                            + percent(sd * Math.sqrt(moments.degrees() / quantile(moments.degrees(), 0.025))),
                    percent(robust(d)),
                    percent(Arrays.stream(d).map(Math::abs).max().orElseThrow()),
                    percent(allKinds(cost)),
                    percent(Math.sqrt(Moments.of(concat(logs(before), logs(after))).variance())),
                    interval(d),
                    interval(secondOverFirst(aa, d)),
                    number(correlation(concat(logs(before), logs(after)), warmUps(aa))),
                    number(correlation(d, jitDifferences(aa))));
        }
        results.close();
    }

    /** When the JIT compiler works, by the requests that a start has served. */
    void jit() throws IOException {
        Results results = new Results(
                into.resolve("recorded-jit.csv"),
                "# recorded: the JIT compiler, by requests served\n\n" + about
                        + "CPU in use in the measured seconds of all starts of all kinds, by how many requests the start had served until"
                        + " then, the warm-up's included.\n\n",
                0,
                0,
                1,
                "requests", "seconds", "cores of JIT threads", "other cores");
        TreeMap<Long, List<double[]>> bins = new TreeMap<>();
        for (Recorded recorded : all.values()) {
            for (RecordedPair pair : recorded.pairs()) {
                for (Arm arm : Arm.values()) {
                    double requests = pair.trial(arm).warmUp().requests();
                    for (double[] second : pair.points(arm)) {
                        requests += second[2];
                        bins.computeIfAbsent((long) (requests / 100) * 100, bin -> new ArrayList<>()).add(second);
                    }
                }
            }
        }
        for (Map.Entry<Long, List<double[]>> bin : bins.entrySet()) {
            double jit = bin.getValue().stream().mapToDouble(second -> second[1]).average().orElseThrow();
            double cores = bin.getValue().stream().mapToDouble(second -> second[0]).average().orElseThrow();
            results.add(
                    bin.getKey() + " to " + (bin.getKey() + 99), bin.getValue().size(), String.format(Locale.ROOT, "%.3f", jit),
                    String.format(Locale.ROOT, "%.3f", cores - jit));
        }
        results.close();
    }

    /** What each injection did, and what the long reference says it should have done. */
    void truth() throws IOException {
        Results results = new Results(
                into.resolve("recorded-truth.csv"),
                "# recorded: what was injected, and what came of it\n\n" + about
                        + "Growth of the candidate: mean of the pairs' log ratios with its 95 % t interval. The work is a fixed amount per"
                        + " request, so the reference of the same kind with the largest amount says what one unit of it costs:"
                        + " *by the reference* is that slope times the amount. Tail: of all histograms of an arm together.\n\n",
                0,
                0,
                2,
                "kind", "value", "pairs", "seen %", "95 % interval", "by the reference %", "95 % interval", "pooled %");
        for (Recorded recorded : all.values()) {
            if (recorded.isUnchanged() || recorded.pairs().size() < 2) {
                continue;
            }
            Recorded reference = reference(all, recorded);
            for (Cost cost : Cost.all()) {
                double[] d = cost.differences(recorded);
                if (d.length < 2 || !isTold(cost)) {
                    continue;
                }
                double[] seen = meanAndHalf(d);
                String by = "";
                String interval = "";
                if (reference != recorded) {
                    double part = recorded.amount() / reference.amount();
                    double[] most = meanAndHalf(cost.differences(reference));
                    by = percent(part * Math.expm1(most[0]));
                    interval = percent(part * Math.expm1(most[0] - most[1])) + " to " + percent(part * Math.expm1(most[0] + most[1]));
                }
                results.add(
                        recorded.kind(), cost.name(), d.length, percent(Math.expm1(seen[0])),
                        percent(Math.expm1(seen[0] - seen[1])) + " to " + percent(Math.expm1(seen[0] + seen[1])), by, interval,
                        pooled(cost, recorded));
            }
        }
        results.close();
    }

    private static boolean isTold(Cost cost) {
        return cost.name().contains("per-request") || cost.name().contains("JIT threads") || cost.name().startsWith("server.")
                || cost.name().equals("latency.p99");
    }

    private static String pooled(Cost cost, Recorded recorded) {
        return dev.flamegate.model.rule.Indicators.find(cost.name())
                .map(indicator -> percent(value(recorded, indicator, Arm.CANDIDATE) / value(recorded, indicator, Arm.BASELINE) - 1))
                .orElse("");
    }

    private static double value(Recorded recorded, dev.flamegate.model.rule.Indicator indicator, Arm arm) {
        return recorded.measured(indicator, dev.flamegate.model.rule.Selector.ALL, arm).orElseThrow().value();
    }

    /** The growth that an injection comes to by its reference, or by its own pairs where there is none. */
    static double truth(Map<String, Recorded> all, Recorded recorded, Cost cost) {
        Recorded reference = reference(all, recorded);
        double mean = Arrays.stream(cost.differences(reference)).average().orElseThrow();
        return Math.expm1(mean) * recorded.amount() / reference.amount();
    }

    /** The recording of the same injection with the largest amount. */
    private static Recorded reference(Map<String, Recorded> all, Recorded recorded) {
        Recorded reference = recorded;
        for (Recorded other : all.values()) {
            if (other.injected().equals(recorded.injected())
                    && other.amount() > reference.amount()
                    && other.pairs().size() >= 2) {
                reference = other;
            }
        }
        return reference;
    }

    private double allKinds(Cost cost) {
        double squares = 0;
        int degrees = 0;
        for (Recorded recorded : all.values()) {
            double[] d = cost.differences(recorded);
            if (d.length > 1) {
                Moments moments = Moments.of(d);
                squares += moments.variance() * moments.degrees();
                degrees += moments.degrees();
            }
        }
        return Math.sqrt(squares / degrees);
    }

    private static double robust(double[] d) {
        double median = Rivals.median(d);
        return 1.4826 * Rivals.median(Arrays.stream(d).map(v -> Math.abs(v - median)).toArray());
    }

    private static double[] secondOverFirst(Recorded recorded, double[] d) {
        double[] turned = d.clone();
        for (int i = 0; i < d.length; i++) {
            turned[i] *= recorded.pairs().get(i).first() == Arm.BASELINE ? 1 : -1;
        }
        return turned;
    }

    private static double[] warmUps(Recorded recorded) {
        return concat(
                recorded.values(trial -> trial.warmUp().window().seconds(), Arm.BASELINE),
                recorded.values(trial -> trial.warmUp().window().seconds(), Arm.CANDIDATE));
    }

    private static double[] jitDifferences(Recorded recorded) {
        return Cost.all().stream()
                .filter(cost -> cost.name().startsWith("JIT"))
                .findFirst()
                .orElseThrow()
                .differences(recorded);
    }

    private static double[] logs(double[] values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static double[] concat(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }

    private static double correlation(double[] x, double[] y) {
        if (x.length != y.length) {
            return Double.NaN;
        }
        double meanX = Arrays.stream(x).average().orElseThrow();
        double meanY = Arrays.stream(y).average().orElseThrow();
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xy / Math.sqrt(xx * yy);
    }

    /** Mean, and half of its 95 % interval. */
    private static double[] meanAndHalf(double[] d) {
        Moments moments = Moments.of(d);
        double half = TDistribution.of(moments.degrees()).inverseSurvivalProbability(0.025)
                * Math.sqrt(moments.variance() / moments.n());
        return new double[] {moments.mean(), half};
    }

    static String interval(double[] d) {
        double[] mean = meanAndHalf(d);
        return String.format(Locale.ROOT, "%+.2f (%+.2f to %+.2f)", 100 * mean[0], 100 * (mean[0] - mean[1]), 100 * (mean[0] + mean[1]));
    }

    static double quantile(int degrees, double p) {
        return ChiSquaredDistribution.of(degrees).inverseCumulativeProbability(p);
    }

    static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.2f", 100 * ratio);
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%+.2f", value);
    }
}
