import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Arm;
import dev.flamegate.model.finding.Measurement.Measured;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Recorded pairs as the criteria of a rule set see them.
 *
 * @param recorded where they are from
 * @param gates the criteria
 * @param logs by arm (baseline, candidate), criterion, pair
 * @param base the baseline's value over all pairs by criterion, which floors are relative to
 * @param growth put on top of what the candidate costs by one criterion, 0.1 = +10 %
 * @param growing the number of that criterion
 * @param launched whether arms stay what they were launched as; otherwise a coin swaps those of an unchanged build
 */
record Pool(Recorded recorded, Gates gates, double[][][] logs, double[] base, double growth, int growing, boolean launched) {
    static Pool of(Recorded recorded, Gates ofSet) {
        Gates gates = ofSet.each(recorded);
        int m = gates.criteria().size();
        double[][][] logs = new double[2][m][];
        double[] base = new double[m];
        for (int c = 0; c < m; c++) {
            Gates.Gate gate = gates.criteria().get(c);
            for (Arm arm : Arm.values()) {
                Measured measured = recorded.measured(gate.indicator(), gate.selector(), arm)
                        .orElseThrow(() -> new IllegalArgumentException(gate.indicator().name() + ": not recorded"));
                logs[arm.ordinal()][c] = measured.trials().stream().mapToDouble(Math::log).toArray();
                if (arm == Arm.BASELINE) {
                    base[c] = measured.value();
                }
            }
        }
        return new Pool(recorded, gates, logs, base, 0, 0, false);
    }

    /** The same pairs as if the candidate had grown in the first criterion. */
    Pool growing(double by) {
        return growing(by, 0);
    }

    /** The same pairs as if the candidate had grown in one criterion. */
    Pool growing(double by, int criterion) {
        return new Pool(recorded, gates, logs, base, by, criterion, launched);
    }

    /** The same pairs with their arms as they were launched, so that what the order of launch does shows. */
    Pool asLaunched() {
        return new Pool(recorded, gates, logs, base, growth, growing, true);
    }

    /** Between logarithms of this size and the next that can be told apart; 0 for exact values. */
    double step(int criterion, double[]... some) {
        double resolution = Evidence.resolution(gates.criteria().get(criterion).indicator());
        return Arrays.stream(some)
                .flatMapToDouble(Arrays::stream)
                .map(log -> Math.log1p(resolution / Math.exp(log)))
                .max()
                .orElse(0);
    }

    int size() {
        return recorded.pairs().size();
    }

    /** The numbers of all pairs from 0, in random order. */
    int[] shuffled(RandomGenerator random) {
        int[] order = new int[size()];
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    /**
     * Some of the pairs as a comparison.
     *
     * @param swapped of which the arms change places; only where both are the same build
     */
    Draw draw(int[] pairs, boolean[] swapped) {
        int m = gates.criteria().size();
        double[][][] drawn = new double[2][m][pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            for (int c = 0; c < m; c++) {
                drawn[swapped[i] ? 1 : 0][c][i] = logs[0][c][pairs[i]];
                drawn[swapped[i] ? 0 : 1][c][i] = logs[1][c][pairs[i]];
            }
            drawn[1][growing][i] = grown(drawn[1][growing][i], pairs[i]);
        }
        return new Draw(this, pairs, swapped, drawn);
    }

    /** A value in steps had a part of a step that was lost; it grew as well, and the result is read in steps again. */
    private double grown(double log, int pair) {
        double resolution = Evidence.resolution(gates.criteria().get(growing).indicator());
        if (growth == 0 || resolution == 0) {
            return log + Math.log1p(growth);
        }
        double steps = Math.exp(log) / resolution + new SplittableRandom(pair).nextDouble() - 0.5;
        return Math.log(Math.max(1, Math.rint(steps * (1 + growth))) * resolution);
    }

    /** A coin for each of some pairs; all stay where one arm is not like the other. */
    boolean[] coins(int n, RandomGenerator random) {
        boolean[] coins = new boolean[n];
        for (int i = 0; recorded.isUnchanged() && !launched && i < n; i++) {
            coins[i] = random.nextBoolean();
        }
        return coins;
    }

    /** Pairs drawn as one comparison. */
    record Draw(Pool pool, int[] pairs, boolean[] swapped, double[][][] logs) {
        double seconds(int i) {
            return pool.recorded.pairs().get(pairs[i]).totalSeconds();
        }

        List<Gates.Gate> criteria() {
            return pool.gates.criteria();
        }
    }
}
