import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The rules that others use, on one criterion of the same service: written anew from their sources and
 * documentation, fed as they are in life. "Previous run" is one restart in another session, so the machine's drift
 * is in it; history is ten such runs, or thirty.
 */
enum Rivals {
    RATIO_105("candidate / previous > 1.05") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return ratio(starts, random) > Math.log(1.05);
        }
    },
    RATIO_110("candidate / previous > 1.10") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return ratio(starts, random) > Math.log(1.10);
        }
    },
    RATIO_200("candidate / previous > 2.0 (github-action-benchmark)") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return ratio(starts, random) > Math.log(2);
        }
    },
    BENCHER_T("Bencher t 0.99; 10 runs") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            double[] history = history(10, starts, random);
            return Math.expm1(starts.after(random)) > mean(history) + 2.8214 * sd(history) * Math.sqrt(1 + 0.1);
        }
    },
    BENCHER_Z("Bencher z 0.99; 10 runs") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            double[] history = history(10, starts, random);
            return Math.expm1(starts.after(random)) > mean(history) + 2.3263 * sd(history);
        }
    },
    BENCHER_IQR("Bencher IQR x 3; 10 runs") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            double[] history = history(10, starts, random);
            Arrays.sort(history);
            double range = quantile(history, 0.75) - quantile(history, 0.25);
            return Math.expm1(starts.after(random)) > quantile(history, 0.5) + 3 * range;
        }
    },
    KAYENTA("Kayenta; defaults; one start each") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return kayenta(starts, random, 1);
        }
    },
    KAYENTA_110("Kayenta; allowedIncrease 1.1") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return kayenta(starts, random, 1.1);
        }
    },
    BENCHSTAT("benchstat; 10 starts each; one after the other") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            double[] before = starts.serial(false, 10, random);
            double[] after = starts.serial(true, 10, random);
            return mannWhitneyZ(before, after) > 1.96 && median(after) > median(before);
        }
    },
    OTAVA_1("Otava p 0.001; 30 runs; the new build's first") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return otava(1, starts, random);
        }
    },
    OTAVA_5("Otava p 0.001; 30 runs; the new build's first 5") {
        @Override
        boolean fails(Starts starts, RandomGenerator random) {
            return otava(5, starts, random);
        }
    };

    final String text;

    Rivals(String text) {
        this.text = text;
    }

    /** Whether the rule alarms in one simulated case. */
    abstract boolean fails(Starts starts, RandomGenerator random);

    Outcome decide(Starts starts, RandomGenerator random) {
        return new Outcome(fails(starts.deal(random), random), false, false, false, 1);
    }

    /** Whether the rule looks inside a start, at a series of points in time. */
    boolean needsPoints() {
        return this == KAYENTA || this == KAYENTA_110;
    }

    /** How many starts of one build or both it takes until it speaks of a change; the old build's history is there. */
    int starts() {
        return switch (this) {
            case KAYENTA, KAYENTA_110 -> 2;
            case BENCHSTAT -> 20;
            case OTAVA_5 -> 5;
            default -> 1;
        };
    }

    private static double ratio(Starts starts, RandomGenerator random) {
        return starts.after(random) - starts.before(random);
    }

    private static double[] history(int runs, Starts starts, RandomGenerator random) {
        return IntStream.range(0, runs).mapToDouble(i -> Math.expm1(starts.before(random))).toArray();
    }

    /** A rise found where the new build begins, or one run beside it. */
    private static boolean otava(int runs, Starts starts, RandomGenerator random) {
        double[] series = Arrays.copyOf(history(30, starts, random), 30 + runs);
        for (int i = 30; i < series.length; i++) {
            series[i] = Math.expm1(starts.after(random));
        }
        return EDivisive.changes(series, 0.001).stream().anyMatch(change -> change.index() >= 29 && change.rises());
    }

    private static boolean kayenta(Starts starts, RandomGenerator random, double allowed) {
        double[][] points = starts.points(random);
        double[] before = points[0];
        double[] after = points[1];
        int n = before.length;
        int m = after.length;
        double[] shifts = new double[n * m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                shifts[i * m + j] = after[j] - before[i];
            }
        }
        Arrays.sort(shifts);
        double shift = quantile(shifts, 0.5);
        double rank = 2.3263 * Math.sqrt((double) n * m * (n + m + 1) / 12);
        double lower = shifts[(int) Math.max(0, n * m / 2.0 - rank)];
        return lower > 0.25 * Math.abs(shift) && mean(after) / mean(before) >= allowed;
    }

    private static double mannWhitneyZ(double[] before, double[] after) {
        double u = 0;
        for (double y : after) {
            for (double x : before) {
                u += y > x ? 1 : 0;
            }
        }
        double n = before.length;
        double m = after.length;
        return (u - n * m / 2 - 0.5) / Math.sqrt(n * m * (n + m + 1) / 12);
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }

    private static double sd(double[] values) {
        double mean = mean(values);
        return Math.sqrt(Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum() / (values.length - 1));
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return quantile(sorted, 0.5);
    }

    private static double quantile(double[] sorted, double p) {
        double at = p * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
