import dev.flamegate.model.rule.Looks;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What to simulate.
 *
 * @param table which table, or {@code curves}
 * @param n comparisons per cell
 * @param history past comparisons that the noise is known from; 0 for a first comparison
 * @param sds pair SDs in percent, a part of the table's; empty for all
 * @param noises a part of the kinds of noise
 * @param rows which worlds, by a regular expression that their names contain
 */
record Options(
        String table,
        int n,
        long seed,
        int threads,
        int history,
        Looks looks,
        List<Double> sds,
        List<World.Noise> noises,
        Pattern rows,
        String into) {
    static Options of(String[] args) {
        String table = "noise";
        int n = 100_000;
        long seed = 20261121;
        int threads = 1;
        int history = 10;
        Looks looks = Looks.DEFAULT;
        List<Double> sds = List.of();
        List<World.Noise> noises = List.of(World.Noise.NORMAL, World.Noise.HEAVY, World.Noise.VARYING);
        Pattern rows = Pattern.compile("");
        String into = "bench/results";
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-n" -> n = Integer.parseInt(args[++i]);
                case "--seed" -> seed = Long.parseLong(args[++i]);
                case "--threads" -> threads = Integer.parseInt(args[++i]);
                case "--history" -> history = Integer.parseInt(args[++i]);
                case "--looks" -> looks = Looks.preset(args[++i]);
                case "--sd" -> sds = Arrays.stream(args[++i].split(",")).map(Double::valueOf).toList();
                case "--noise" -> noises = Arrays.stream(args[++i].split(","))
                        .map(name -> World.Noise.valueOf(name.toUpperCase(java.util.Locale.ROOT)))
                        .toList();
                case "--rows" -> rows = Pattern.compile(args[++i]);
                case "--into" -> into = args[++i];
                default -> table = args[i];
            }
        }
        return new Options(table, n, seed, threads, history, looks, sds, noises, rows, into);
    }

    /** The pair SDs to simulate, as ratios. */
    double[] sds(double... all) {
        return Arrays.stream(all)
                .filter(sd -> sds.isEmpty() || sds.stream().anyMatch(wanted -> Math.abs(wanted / 100 - sd) < 1e-9))
                .toArray();
    }
}
