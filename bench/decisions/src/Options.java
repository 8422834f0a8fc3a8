import dev.flamegate.stats.Looks;

/**
 * What to simulate.
 *
 * @param n comparisons per cell
 * @param history past comparisons that the noise is known from; 0 for a first comparison
 * @param heavy whether the tables of slow restarts have heavy tails and noise that varies
 */
record Options(String table, int n, long seed, int threads, int history, Looks looks, boolean heavy, String into) {
    static Options of(String[] args) {
        Options options = new Options("", 100_000, 20261121, 1, 10, Looks.DEFAULT, false, "bench/results");
        for (int i = 0; i < args.length; i++) {
            options = switch (args[i]) {
                case "-n" -> options.with(Integer.parseInt(args[++i]), options.seed, options.threads);
                case "--seed" -> options.with(options.n, Long.parseLong(args[++i]), options.threads);
                case "--threads" -> options.with(options.n, options.seed, Integer.parseInt(args[++i]));
                case "--history" -> new Options(options.table, options.n, options.seed, options.threads, Integer.parseInt(args[++i]), options.looks, options.heavy, options.into);
                case "--looks" -> new Options(options.table, options.n, options.seed, options.threads, options.history, Looks.preset(args[++i]), options.heavy, options.into);
                case "--heavy" -> new Options(options.table, options.n, options.seed, options.threads, options.history, options.looks, true, options.into);
                case "--into" -> new Options(options.table, options.n, options.seed, options.threads, options.history, options.looks, options.heavy, args[++i]);
                default -> new Options(args[i], options.n, options.seed, options.threads, options.history, options.looks, options.heavy, options.into);
            };
        }
        return options;
    }

    private Options with(int newN, long newSeed, int newThreads) {
        return new Options(table, newN, newSeed, newThreads, history, looks, heavy, into);
    }
}
