import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * How a service and its machine behave in a simulation.
 *
 * @param pairSd SD of a pair's log ratio
 * @param noise how restarts of one mode scatter
 * @param slowBaseline probability that a restart of the baseline is slow
 * @param slowCandidate the same of the candidate
 * @param slowFactor how many times slower such a restart is
 * @param growth of the candidate in the first criterion, 0.1 = +10 %
 */
record World(
        double pairSd,
        Noise noise,
        double slowBaseline,
        double slowCandidate,
        double slowFactor,
        double growth)
        implements Starts, Restarts {
    /** How restarts scatter, at the same SD. */
    enum Noise {
        NORMAL("normal"),
        /** With the tails of t with 4 degrees of freedom. */
        HEAVY("t4"),
        /** The same, and the SD itself differs from one comparison to the next (lognormal, SD 0.35). */
        VARYING("t4 of varying SD"),
        /** Exponential: a long tail on the slow side. */
        SKEWED("exponential");

        final String text;

        Noise(String text) {
            this.text = text;
        }
    }

    /** Gating criteria of one comparison. */
    static final int CRITERIA = 4;

    /** Correlation of the noise of two criteria in one restart. */
    private static final double CORRELATION = 0.5;

    /** The machine's speed drifts between trials: SD, and correlation from one pair to the next. */
    static final double DRIFT = 0.05;

    static final double DRIFT_MEMORY = 0.9;

    /** Points a monitoring series has, and how they scatter inside one start. */
    private static final int POINTS = 50;

    private static final double POINT_SD = 0.05;

    static World noisy(double pairSd, Noise noise, double growth) {
        return new World(pairSd, noise, 0, 0, 1, growth);
    }

    World slow(double baseline, double candidate, double factor) {
        return new World(pairSd, noise, baseline, candidate, factor, growth);
    }

    World growing(double by) {
        return new World(pairSd, noise, slowBaseline, slowCandidate, slowFactor, by);
    }

    World unchanged() {
        return new World(pairSd, noise, slowBaseline, slowBaseline, slowFactor, 0);
    }

    @Override
    public Starts deal(RandomGenerator random) {
        return this;
    }

    @Override
    public double before(RandomGenerator random) {
        return comparison(random, 1)[0][0][0];
    }

    @Override
    public double after(RandomGenerator random) {
        return comparison(random, 1)[1][0][0];
    }

    @Override
    public double[] serial(boolean changed, int n, RandomGenerator random) {
        return comparison(random, n)[changed ? 1 : 0][0];
    }

    @Override
    public double[][] points(RandomGenerator random) {
        // A canary and its baseline run at the same time: no drift between them, and one start each.
        double[][][] pair = comparison(random, 1);
        return new double[][] {points(pair[0][0][0], random), points(pair[1][0][0], random)};
    }

    private static double[] points(double log, RandomGenerator random) {
        return IntStream.range(0, POINTS)
                .mapToDouble(i -> Math.exp(log + POINT_SD * random.nextGaussian()))
                .toArray();
    }

    @Override
    public double[][][] comparison(RandomGenerator random, int pairs) {
        double[][][] values = new double[2][CRITERIA][pairs];
        double sd = pairSd / Math.sqrt(2) * (noise == Noise.VARYING ? Math.exp(0.35 * random.nextGaussian()) : 1);
        double drift = DRIFT * random.nextGaussian();
        for (int pair = 0; pair < pairs; pair++) {
            for (int arm = 0; arm < 2; arm++) {
                boolean slow = random.nextDouble() < (arm == 0 ? slowBaseline : slowCandidate);
                double shared = scatter(random);
                for (int criterion = 0; criterion < CRITERIA; criterion++) {
                    values[arm][criterion][pair] = drift
                            + sd * (Math.sqrt(CORRELATION) * shared + Math.sqrt(1 - CORRELATION) * scatter(random))
                            + (slow ? Math.log(slowFactor) : 0)
                            + (arm == 1 && criterion == 0 ? Math.log1p(growth) : 0);
                }
            }
            drift = DRIFT_MEMORY * drift
                    + DRIFT * Math.sqrt(1 - DRIFT_MEMORY * DRIFT_MEMORY) * random.nextGaussian();
        }
        return values;
    }

    /** Of SD 1. */
    private double scatter(RandomGenerator random) {
        double normal = random.nextGaussian();
        if (noise == Noise.NORMAL) {
            return normal;
        } else if (noise == Noise.SKEWED) {
            return -Math.log(1 - random.nextDouble()) - 1;
        }
        double chiSquare = -2 * Math.log((1 - random.nextDouble()) * (1 - random.nextDouble()));
        return normal / Math.sqrt(chiSquare / 4) / Math.sqrt(2);
    }
}
