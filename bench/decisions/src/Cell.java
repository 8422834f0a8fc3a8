import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Counts over many simulated comparisons.
 *
 * @param silent passed without a word of slow restarts
 * @param pairs how many ended after each number of pairs
 * @param failedAt how many of them failed
 */
record Cell(long n, long fails, long passes, long warned, long silent, long[] pairs, long[] failedAt) {
    /** Comparisons that share one random stream, so that threads do not change the result. */
    private static final int CHUNK = 500;

    private static final int MOST_PAIRS = 64;

    /**
     * Simulates.
     *
     * @param n at least this many comparisons, in chunks of 500
     * @param threads 1, or more
     */
    static Cell of(Function<RandomGenerator, Outcome> rule, int n, long seed, int threads) {
        int chunks = (n + CHUNK - 1) / CHUNK;
        IntStream numbers = IntStream.range(0, chunks);
        return (threads > 1 ? numbers.parallel() : numbers)
                .mapToObj(chunk -> chunk(rule, new SplittableRandom(seed * 1_000_003L + chunk)))
                .reduce(new Cell(0, 0, 0, 0, 0, new long[MOST_PAIRS], new long[MOST_PAIRS]), Cell::plus);
    }

    private static Cell chunk(Function<RandomGenerator, Outcome> rule, RandomGenerator random) {
        long fails = 0;
        long passes = 0;
        long warned = 0;
        long silent = 0;
        long[] pairs = new long[MOST_PAIRS];
        long[] failedAt = new long[MOST_PAIRS];
        for (int i = 0; i < CHUNK; i++) {
            Outcome outcome = rule.apply(random);
            fails += outcome.fail() ? 1 : 0;
            passes += outcome.pass() ? 1 : 0;
            warned += outcome.warned() ? 1 : 0;
            silent += outcome.pass() && !outcome.told() ? 1 : 0;
            pairs[outcome.pairs()]++;
            failedAt[outcome.pairs()] += outcome.fail() ? 1 : 0;
        }
        return new Cell(CHUNK, fails, passes, warned, silent, pairs, failedAt);
    }

    private Cell plus(Cell other) {
        return new Cell(
                n + other.n,
                fails + other.fails,
                passes + other.passes,
                warned + other.warned,
                silent + other.silent,
                sum(pairs, other.pairs),
                sum(failedAt, other.failedAt));
    }

    private static long[] sum(long[] a, long[] b) {
        return IntStream.range(0, a.length).mapToLong(i -> a[i] + b[i]).toArray();
    }

    /** Failed within so many pairs. */
    String failPercentBy(int most) {
        return percent(IntStream.rangeClosed(0, most).mapToLong(i -> failedAt[i]).sum());
    }

    String silentPercent() {
        return percent(silent);
    }

    String failPercent() {
        return percent(fails);
    }

    String passPercent() {
        return percent(passes);
    }

    String openPercent() {
        return percent(n - fails - passes);
    }

    String warnedPercent() {
        return percent(warned);
    }

    /** Of {@link #failPercent}, in points. */
    String failError() {
        return String.format(java.util.Locale.ROOT, "%.3f", 100 * Math.sqrt(failRate() * (1 - failRate()) / n));
    }

    double failRate() {
        return (double) fails / n;
    }

    int quantilePairs(double part) {
        long below = 0;
        for (int i = 0; i < MOST_PAIRS; i++) {
            below += pairs[i];
            if (below >= part * n) {
                return i;
            }
        }
        return MOST_PAIRS;
    }

    double meanPairs() {
        double sum = 0;
        for (int i = 0; i < MOST_PAIRS; i++) {
            sum += (double) i * pairs[i];
        }
        return sum / n;
    }

    private String percent(long count) {
        double value = 100.0 * count / n;
        return String.format(java.util.Locale.ROOT, value > 0 && value < 1 ? "%.3f" : "%.1f", value);
    }
}
