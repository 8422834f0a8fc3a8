import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * The rules that others use, on the first criterion of the same service: written anew from their sources and
 * documentation, fed as they are in life. "Previous run" is one restart in another session, so the machine's drift
 * is in it; history is ten such runs.
 */
enum Rivals {
    RATIO_105("candidate / previous > 1.05") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            return ratio(world, random) > Math.log(1.05);
        }
    },
    RATIO_110("candidate / previous > 1.10") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            return ratio(world, random) > Math.log(1.10);
        }
    },
    RATIO_200("candidate / previous > 2.0 (github-action-benchmark)") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            return ratio(world, random) > Math.log(2);
        }
    },
    BENCHER_T("Bencher t 0.99; 10 runs") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            double[] history = history(world, random);
            return Math.expm1(candidate(world, random)) > mean(history) + 2.8214 * sd(history) * Math.sqrt(1 + 0.1);
        }
    },
    BENCHER_Z("Bencher z 0.99; 10 runs") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            double[] history = history(world, random);
            return Math.expm1(candidate(world, random)) > mean(history) + 2.3263 * sd(history);
        }
    },
    BENCHER_IQR("Bencher IQR x 3; 10 runs") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            double[] history = history(world, random);
            Arrays.sort(history);
            double range = quantile(history, 0.75) - quantile(history, 0.25);
            return Math.expm1(candidate(world, random)) > quantile(history, 0.5) + 3 * range;
        }
    },
    KAYENTA("Kayenta; defaults; one start each") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            return kayenta(world, random, 1);
        }
    },
    KAYENTA_110("Kayenta; allowedIncrease 1.1") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            return kayenta(world, random, 1.1);
        }
    },
    BENCHSTAT("benchstat; 10 starts each; one after the other") {
        @Override
        boolean fails(World world, RandomGenerator random) {
            double[] before = serial(world, 0, 10, random);
            double[] after = serial(world, 1, 10, random);
            return mannWhitneyZ(before, after) > 1.96 && Estimators.median(after) > Estimators.median(before);
        }
    };

    /** Points a monitoring series has, and how they scatter inside one start. */
    private static final int POINTS = 50;

    private static final double POINT_SD = 0.05;

    final String text;

    Rivals(String text) {
        this.text = text;
    }

    /** Whether the rule alarms in one simulated case. */
    abstract boolean fails(World world, RandomGenerator random);

    Outcome decide(World world, RandomGenerator random) {
        return new Outcome(fails(world, random), false, false, 1);
    }

    private static double ratio(World world, RandomGenerator random) {
        return candidate(world, random) - previous(world, random);
    }

    /** One restart of the candidate in a session of its own. */
    static double candidate(World world, RandomGenerator random) {
        return world.comparison(random, 1)[1][0][0];
    }

    static double previous(World world, RandomGenerator random) {
        return world.comparison(random, 1)[0][0][0];
    }

    static double[] history(World world, RandomGenerator random) {
        return IntStream.range(0, 10).mapToDouble(i -> Math.expm1(previous(world, random))).toArray();
    }

    /** Restarts of one arm in one session: the other arm's turn is another session. */
    private static double[] serial(World world, int arm, int n, RandomGenerator random) {
        return world.comparison(random, n)[arm][0];
    }

    private static boolean kayenta(World world, RandomGenerator random, double allowed) {
        // A canary and its baseline run at the same time: no drift between them, and one start each.
        double[][][] pair = world.comparison(random, 1);
        double[] before = points(pair[0][0][0], random);
        double[] after = points(pair[1][0][0], random);
        double[] shifts = new double[POINTS * POINTS];
        for (int i = 0; i < POINTS; i++) {
            for (int j = 0; j < POINTS; j++) {
                shifts[i * POINTS + j] = after[i] - before[j];
            }
        }
        Arrays.sort(shifts);
        double shift = quantile(shifts, 0.5);
        double rank = 2.3263 * Math.sqrt(POINTS * POINTS * (2.0 * POINTS + 1) / 12);
        double lower = shifts[(int) Math.max(0, POINTS * POINTS / 2.0 - rank)];
        return lower > 0.25 * Math.abs(shift) && mean(after) / mean(before) >= allowed;
    }

    private static double[] points(double log, RandomGenerator random) {
        return IntStream.range(0, POINTS)
                .mapToDouble(i -> Math.exp(log + POINT_SD * random.nextGaussian()))
                .toArray();
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

    private static double quantile(double[] sorted, double p) {
        double at = p * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
