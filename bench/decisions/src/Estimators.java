import dev.flamegate.stats.Change;
import dev.flamegate.stats.HodgesLehmann;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Ways to estimate a change from pairs; ours is one of them, the others are what it was chosen from. */
enum Estimators {
    /** Pairs of like restarts: what the product does. */
    MODES {
        @Override
        PairedChange of(double[] before, double[] after, VariancePrior prior) {
            return PairedSample.ofLogs(before, after, prior).first(before.length);
        }

        @Override
        Moments past(double[] before, double[] after) {
            return PairedSample.ofLogs(before, after, VariancePrior.NONE).moments();
        }
    },
    /** Mean and variance of all pairs. */
    PLAIN {
        @Override
        PairedChange of(double[] before, double[] after, VariancePrior prior) {
            Moments m = past(before, after);
            return paired(m.mean(), m.variance(), m.degrees(), prior, m.n(), m.n());
        }
    },
    /** Hodges-Lehmann estimate, with the spread from the median absolute deviation. */
    HODGES_LEHMANN {
        @Override
        PairedChange of(double[] before, double[] after, VariancePrior prior) {
            double[] d = differences(before, after);
            double estimate = HodgesLehmann.estimate(Arrays.stream(d).boxed().toList());
            return paired(estimate, square(mad(d)), d.length - 1, prior, d.length * 0.95, d.length);
        }

        @Override
        Moments past(double[] before, double[] after) {
            double[] d = differences(before, after);
            return new Moments(d.length, median(d), square(mad(d)));
        }
    },
    /** Yuen: a quarter trimmed at each end, and the variance of the winsorised values. */
    TRIMMED {
        @Override
        PairedChange of(double[] before, double[] after, VariancePrior prior) {
            double[] d = differences(before, after);
            int n = d.length;
            int cut = n / 4;
            Moments m = past(before, after);
            double kept = n - 2.0 * cut;
            // Squared error of the trimmed mean: n - 1 over h (h - 1) times the winsorised variance.
            return paired(m.mean(), m.variance(), kept - 1, prior, kept * (kept - 1) / (n - 1), n);
        }

        @Override
        Moments past(double[] before, double[] after) {
            double[] d = differences(before, after);
            Arrays.sort(d);
            int n = d.length;
            int cut = n / 4;
            double mean = Arrays.stream(d, cut, n - cut).average().orElseThrow();
            for (int i = 0; i < cut; i++) {
                d[i] = d[cut];
                d[n - 1 - i] = d[n - 1 - cut];
            }
            return new Moments(n, mean, Moments.of(d).variance());
        }
    },
    /** Tukey's biweight around the median, with a moderated scale. */
    BIWEIGHT {
        @Override
        PairedChange of(double[] before, double[] after, VariancePrior prior) {
            double[] d = differences(before, after);
            VariancePrior.Pooled pooled = prior.moderate(square(mad(d)), d.length - 1);
            double scale = Math.max(1e-6, Math.sqrt(pooled.variance()));
            double centre = median(d);
            double weights = 0;
            for (int round = 0; round < 10; round++) {
                double sum = 0;
                weights = 0;
                for (double value : d) {
                    double u = (value - centre) / (4.685 * scale);
                    double weight = Math.abs(u) < 1 ? square(1 - u * u) : 0;
                    weights += weight;
                    sum += weight * value;
                }
                if (weights == 0) {
                    break;
                }
                centre = sum / weights;
            }
            return new PairedChange(
                    new Change(centre, scale / Math.sqrt(Math.max(0.5, weights)), pooled.degrees()),
                    d.length,
                    Modes.none(d.length));
        }

        @Override
        Moments past(double[] before, double[] after) {
            return HODGES_LEHMANN.past(before, after);
        }
    };

    /** The change, of logarithms. */
    abstract PairedChange of(double[] before, double[] after, VariancePrior prior);

    /** What a past comparison contributes to the prior. */
    Moments past(double[] before, double[] after) {
        return Moments.of(differences(before, after));
    }

    private static PairedChange paired(
            double estimate, double variance, double degrees, VariancePrior prior, double effective, int n) {
        VariancePrior.Pooled pooled = prior.moderate(variance, degrees);
        return new PairedChange(
                new Change(estimate, Math.sqrt(pooled.variance() / effective), pooled.degrees()), n, Modes.none(n));
    }

    static double[] differences(double[] before, double[] after) {
        return IntStream.range(0, before.length)
                .mapToDouble(i -> after[i] - before[i])
                .toArray();
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    private static double mad(double[] values) {
        double median = median(values);
        return 1.4826 * median(Arrays.stream(values).map(v -> Math.abs(v - median)).toArray());
    }

    private static double square(double x) {
        return x * x;
    }
}
