import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** How many replayed comparisons ended. */
final class Tally {
    /** Comparisons that share one random stream, so that threads do not change the result. */
    private static final int CHUNK = 500;

    /** The time in which a real growth is to be found. */
    private static final double SOON = 7 * 60;

    private final List<Replayed.Verdict> verdicts;

    private Tally(List<Replayed.Verdict> verdicts) {
        this.verdicts = verdicts;
    }

    /**
     * Replays.
     *
     * @param n at least this many comparisons, in chunks of 500
     */
    static Tally of(Replayed rule, int n, long seed, int threads) {
        IntStream chunks = IntStream.range(0, (n + CHUNK - 1) / CHUNK);
        List<List<Replayed.Verdict>> verdicts = (threads > 1 ? chunks.parallel() : chunks)
                .mapToObj(chunk -> {
                    SplittableRandom random = new SplittableRandom(seed * 1_000_003L + chunk);
                    List<Replayed.Verdict> some = new ArrayList<>(CHUNK);
                    for (int i = 0; i < CHUNK; i++) {
                        some.add(rule.decide(random));
                    }
                    return some;
                })
                .toList();
        return new Tally(verdicts.stream().flatMap(List::stream).toList());
    }

    double rate(Replayed.End end) {
        return verdicts.stream().filter(verdict -> verdict.end() == end).count() / (double) verdicts.size();
    }

    String percent(Replayed.End end) {
        return percent(rate(end));
    }

    /** Failed within seven minutes of measured time. */
    String failedSoon() {
        return percent(verdicts.stream()
                        .filter(verdict -> verdict.end() == Replayed.End.FAIL && verdict.seconds() <= SOON)
                        .count()
                / (double) verdicts.size());
    }

    /** How often two comparisons of the same builds end with different verdicts, were they independent. */
    String flips() {
        return percent(1
                - Arrays.stream(Replayed.End.values())
                        .mapToDouble(this::rate)
                        .map(rate -> rate * rate)
                        .sum());
    }

    String pairs(double part) {
        return String.valueOf((int) quantile(verdicts.stream().mapToDouble(Replayed.Verdict::pairs), part));
    }

    String minutes(double part) {
        return inMinutes(quantile(verdicts.stream().mapToDouble(Replayed.Verdict::seconds), part));
    }

    static String inMinutes(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds / 60);
    }

    static double quantile(java.util.stream.DoubleStream values, double part) {
        double[] sorted = values.sorted().toArray();
        return sorted[(int) Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))];
    }

    static String percent(double rate) {
        double value = 100 * rate;
        return String.format(Locale.ROOT, value > 0 && value < 1 ? "%.3f" : "%.1f", value);
    }
}
