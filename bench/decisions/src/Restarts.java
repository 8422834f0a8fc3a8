import java.util.random.RandomGenerator;

/** What the restarts of two builds cost, one comparison after another. */
interface Restarts {
    /** Logarithms of what every restart of a comparison costs: by arm (baseline, candidate), criterion, pair. */
    double[][][] comparison(RandomGenerator random, int pairs);

    /** The same, disturbed. */
    default Restarts with(Disturbance disturbance) {
        return (random, pairs) -> {
            double[][][] values = comparison(random, pairs);
            disturbance.disturb(values, random);
            return values;
        };
    }

    /**
     * The same up to some pair, and other restarts from then on.
     *
     * @param pair the first of the others, counted from 1
     */
    default Restarts until(int pair, Restarts others) {
        return (random, pairs) -> {
            double[][][] values = comparison(random, pairs);
            double[][][] later = others.comparison(random, pairs);
            for (int arm = 0; arm < values.length; arm++) {
                for (int criterion = 0; criterion < values[arm].length; criterion++) {
                    for (int i = pair - 1; i < pairs; i++) {
                        values[arm][criterion][i] = later[arm][criterion][i];
                    }
                }
            }
            return values;
        };
    }
}
