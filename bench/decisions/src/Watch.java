import dev.flamegate.trends.site.ChangePoints;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A watch of one trend each night, as {@code history watch} does it: how often it says something of a build that never
 * changed, and how soon of one that did.
 */
final class Watch {
    private static final int NIGHTS = 90;

    /** Nights before the change. */
    private static final int BEFORE = 30;

    /** Of unchanged runs, as logarithms. */
    private static final double SD = 0.03;

    /** A creep takes so many nights. */
    private static final int CREEP = 30;

    private static final String ABOUT = "# decisions: watch\n\n`bench/decisions/simulate watch`: `history watch` each night for "
            + NIGHTS + " nights, one trend. Runs scatter normally, as logarithms; *memory* is the correlation of one night's"
            + " noise with the next. The change comes after " + BEFORE + " nights, at once or in equal steps over " + CREEP
            + ". *Told falsely*: histories without a change of which it said one, in all " + NIGHTS + " nights. *Told in time*:"
            + " by the last night, a change in the right direction; nights are counted from the (begin of the) change. *Twice*:"
            + " of those told, how many were told more than once. n histories a row; on " + Machine.fingerprint() + ".\n\n";

    private final Options options;

    Watch(Options options) {
        this.options = options;
    }

    void simulate() throws IOException {
        Results results = new Results(
                Path.of(options.into()).resolve("decisions-watch.csv"), ABOUT, options.n(), options.seed(), 5, "SD of runs",
                "memory", "told from", "change", "how", "told %", "falsely or in time", "night p50", "night p95", "twice %");
        for (double memory : new double[] {0, 0.5}) {
            for (double atLeast : new double[] {0, 0.05}) {
                add(results, SD, memory, atLeast, 0, false);
            }
            add(results, SD, memory, 0.05, 0.08, false);
            add(results, SD, memory, 0.05, 0.15, false);
            add(results, SD, memory, 0.05, 0.15, true);
        }
        results.close();
    }

    private void add(Results results, double sd, double memory, double atLeast, double change, boolean creeps)
            throws IOException {
        String how = change == 0 ? "never" : creeps ? "creeps" : "at once";
        Object[] key = {Simulate.percent(sd), memory, Simulate.percent(atLeast), "+" + Simulate.percent(change), how};
        if (results.has(key)) {
            return;
        }
        int[][] told = IntStream.range(0, options.n())
                .parallel()
                .mapToObj(i -> told(
                        series(sd, memory, change, creeps, new SplittableRandom(options.seed() * 1_000_003L + i)),
                        atLeast,
                        change > 0))
                .toArray(int[][]::new);
        int[] nights = Arrays.stream(told)
                .filter(nightsOf -> nightsOf.length > 0)
                .mapToInt(nightsOf -> nightsOf[0])
                .sorted()
                .toArray();
        long twice = Arrays.stream(told).filter(nightsOf -> nightsOf.length > 1).count();
        boolean changes = change > 0;
        results.add(
                key[0], key[1], key[2], key[3], key[4], percent(nights.length, told.length), changes ? "in time" : "falsely",
                nights.length == 0 || !changes ? "" : nights[nights.length / 2] - BEFORE + 1,
                nights.length == 0 || !changes ? "" : nights[(int) (nights.length * 0.95)] - BEFORE + 1,
                nights.length == 0 ? "" : percent(twice, nights.length));
    }

    /** The nights on which something was said; of a series that changes, a growth found after the change began. */
    private static int[] told(double[] series, double atLeast, boolean changes) {
        return IntStream.range(changes ? BEFORE : 0, NIGHTS)
                .filter(night -> ChangePoints.news(night, Arrays.copyOf(series, night + 1)).stream()
                        .anyMatch(change -> Math.abs(change.growth()) >= atLeast && (!changes || change.growth() > 0)))
                .toArray();
    }

    private static double[] series(double sd, double memory, double change, boolean creeps, SplittableRandom random) {
        double[] series = new double[NIGHTS];
        double noise = sd * random.nextGaussian();
        for (int night = 0; night < NIGHTS; night++) {
            double part = creeps ? Math.min(1, Math.max(0, night - BEFORE + 1) / (double) CREEP) : night < BEFORE ? 0 : 1;
            series[night] = 0.01 * Math.exp(noise) * Math.pow(1 + change, part);
            noise = memory * noise + Math.sqrt(1 - memory * memory) * sd * random.nextGaussian();
        }
        return series;
    }

    private static String percent(long part, long of) {
        return String.format(Locale.ROOT, "%.1f", 100.0 * part / of);
    }
}
