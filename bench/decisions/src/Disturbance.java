import java.util.random.RandomGenerator;

/** What happens to the restarts of a comparison besides their noise. */
interface Disturbance {
    /** Changes the logarithms of what restarts cost: by arm (baseline, candidate), criterion, pair. */
    void disturb(double[][][] values, RandomGenerator random);

    /** Correlation of two criteria in one restart. */
    double CORRELATION = 0.5;

    /** The candidate costs a fixed part more, 0.01 = 1 %, by when it is started and not by what it is. */
    static Disturbance bias(double by) {
        return (values, random) -> eachPair(values, (criteria, i) -> add(criteria, i, Math.log1p(by)));
    }

    /** The same to either arm, by a coin for each pair. */
    static Disturbance biasByCoin(double by) {
        return (values, random) -> eachPair(
                values, (criteria, i) -> add(criteria, i, random.nextBoolean() ? Math.log1p(by) : -Math.log1p(by)));
    }

    /**
     * The machine becomes slower by this much during every pair. Each arm has two blocks in turn, so that the one that begins
     * is a quarter of it better off; of every two pairs, one begins with each arm.
     */
    static Disturbance trend(double by) {
        return (values, random) -> {
            boolean[] first = new boolean[1];
            eachPair(values, (criteria, i) -> {
                first[0] = i % 2 == 0 ? random.nextBoolean() : !first[0];
                add(criteria, i, first[0] ? by / 4 : -by / 4);
            });
        };
    }

    /** Every build differs from every other by as much, and none is worse. */
    static Disturbance builds(double sd) {
        return (values, random) -> {
            double shared = random.nextGaussian();
            for (double[] criterion : values[1]) {
                double offset = sd * scatter(shared, random);
                for (int i = 0; i < criterion.length; i++) {
                    criterion[i] += offset;
                }
            }
        };
    }

    /** The difference of a pair scatters, and what is left of that of the pair before is this part. */
    static Disturbance correlated(double sd, double part) {
        return (values, random) -> {
            double[] state = new double[values[1].length];
            eachPair(values, (criteria, i) -> {
                double shared = random.nextGaussian();
                for (int c = 0; c < criteria.length; c++) {
                    double fresh = scatter(shared, random);
                    state[c] = i == 0 ? fresh : part * state[c] + Math.sqrt(1 - part * part) * fresh;
                    criteria[c][i] += sd * state[c];
                }
            });
        };
    }

    /** The candidate's restarts have noise of their own on top. */
    static Disturbance candidateNoise(double sd) {
        return correlated(sd, 0);
    }

    /** One value's differences are so many times as large, and the others' are not. */
    static Disturbance oneLouder(double times) {
        return (values, random) -> {
            for (int i = 0; i < values[1][1].length; i++) {
                values[1][1][i] = values[0][1][i] + times * (values[1][1][i] - values[0][1][i]);
            }
        };
    }

    /** Something else takes the machine during a restart, for an exponential time with the mean of a whole trial. */
    static Disturbance bursts(double probability) {
        return (values, random) -> {
            for (double[][] criteria : values) {
                for (int i = 0; i < criteria[0].length; i++) {
                    if (random.nextDouble() < probability) {
                        add(criteria, i, Math.log1p(-Math.log(1 - random.nextDouble())));
                    }
                }
            }
        };
    }

    /**
     * Medians of the latencies of 300 requests, each the difference of two clock readings in whole milliseconds that stands
     * for half a millisecond on either side.
     *
     * @param milliseconds the true median of the baseline
     */
    static Disturbance inMilliseconds(double milliseconds) {
        return (values, random) -> each(values, log -> {
            double latency = milliseconds * Math.exp(log);
            double below = Math.floor(latency);
            // A latency of 4.45 ms is read as 5 ms by 45 % of the requests.
            double above = latency - below;
            double seen = Math.min(1, Math.max(0, above + Math.sqrt(above * (1 - above) / 300) * random.nextGaussian()));
            return Math.log(below + (seen > 0.5 ? 1.5 - 0.5 / seen : 0.5 / (1 - seen) - 0.5));
        });
    }

    /**
     * Counts of rare things, by Poisson.
     *
     * @param mean of the baseline
     */
    static Disturbance counted(double mean) {
        return (values, random) -> each(values, log -> {
            double least = Math.exp(-mean * Math.exp(log));
            int count = 0;
            for (double product = random.nextDouble(); product > least; product *= random.nextDouble()) {
                count++;
            }
            return Math.log(count);
        });
    }

    private static double scatter(double shared, RandomGenerator random) {
        return Math.sqrt(CORRELATION) * shared + Math.sqrt(1 - CORRELATION) * random.nextGaussian();
    }

    private static void add(double[][] criteria, int pair, double difference) {
        for (double[] criterion : criteria) {
            criterion[pair] += difference;
        }
    }

    private static void each(double[][][] values, java.util.function.DoubleUnaryOperator change) {
        for (double[][] criteria : values) {
            for (double[] criterion : criteria) {
                for (int i = 0; i < criterion.length; i++) {
                    criterion[i] = change.applyAsDouble(criterion[i]);
                }
            }
        }
    }

    /** The candidate's values by criterion, pair by pair. */
    private static void eachPair(double[][][] values, java.util.function.ObjIntConsumer<double[][]> change) {
        for (int i = 0; i < values[1][0].length; i++) {
            change.accept(values[1], i);
        }
    }
}
