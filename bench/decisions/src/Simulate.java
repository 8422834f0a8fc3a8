import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Simulates the whole sequential procedure and writes tables: see README.md beside the sources. */
public final class Simulate {
    private static final double LIMIT = 0.05;

    private final Options options;

    private Simulate(Options options) {
        this.options = options;
    }

    public static void main(String[] args) throws IOException {
        Options options = Options.of(args);
        Simulate simulate = new Simulate(options);
        switch (options.table()) {
            case "noise" -> simulate.noise();
            case "slow" -> simulate.slow();
            case "candidate" -> simulate.candidateOnly();
            case "allocation" -> simulate.allocation();
            case "worlds" -> new Worlds(options).simulate();
            case "runs" -> new Nights(options).simulate();
            case "steps" -> new Nights(options).simulateSteps();
            case "watch" -> new Watch(options).simulate();
            case "rivals" -> new RivalTable(options).simulate();
            case "curves" -> new Curves(options).simulate();
            default -> throw new IllegalArgumentException(options.table() + ": no such table");
        }
    }

    private void noise() throws IOException {
        Results results = new Results(
                "noise", options, 3, "pair SD", "noise", "growth", "FAIL %", "PASS %", "INCONCLUSIVE %", "pairs p50",
                "pairs mean", "pairs p95");
        for (double sd : options.sds(0.02, 0.03, 0.04)) {
            for (World.Noise noise : options.noises()) {
                for (double growth : new double[] {0, 0.05, 0.10, 0.20}) {
                    if (results.has(percent(sd), noise.text, "+" + percent(growth))) {
                        continue;
                    }
                    Cell cell = run(LIMIT, World.noisy(sd, noise, growth));
                    results.add(
                            percent(sd), noise.text, "+" + percent(growth), cell.failPercent(), cell.passPercent(),
                            cell.openPercent(), cell.quantilePairs(0.5), mean(cell), cell.quantilePairs(0.95));
                }
            }
        }
    }

    private void slow() throws IOException {
        Results results = new Results(
                "slow", options, 5, "pair SD", "noise", "slow restarts", "times", "growth", "FAIL %",
                "FAIL % by 8 pairs", "PASS %", "INCONCLUSIVE %", "slow mode reported %", "pairs p50", "pairs p95");
        for (double sd : options.sds(0.03, 0.06)) {
            for (World.Noise noise : options.noises()) {
                for (double p : new double[] {0, 0.05, 0.10, 0.15}) {
                    for (double factor : p == 0 ? new double[] {1} : new double[] {1.5, 2, 3}) {
                        for (double growth : new double[] {0, 0.25}) {
                            if (results.has(percent(sd), noise.text, percent(p), factor, "+" + percent(growth))) {
                                continue;
                            }
                            Cell cell = run(LIMIT, World.noisy(sd, noise, growth).slow(p, p, factor));
                            results.add(
                                    percent(sd), noise.text, percent(p), factor, "+" + percent(growth),
                                    cell.failPercent(), cell.failPercentBy(8), cell.passPercent(), cell.openPercent(),
                                    cell.warnedPercent(), cell.quantilePairs(0.5), cell.quantilePairs(0.95));
                        }
                    }
                }
            }
        }
    }

    private void candidateOnly() throws IOException {
        Results results = new Results(
                "candidate", options, 5, "past comparisons", "pair SD", "noise", "slow restarts of the candidate", "times",
                "FAIL %", "WARN or FAIL: slow more often %", "PASS without a word %", "pairs p50", "pairs p95");
        for (int history : new int[] {options.history(), 0}) {
            for (double sd : options.sds(0.03, 0.15, 0.30)) {
                for (World.Noise noise : List.of(World.Noise.NORMAL, World.Noise.HEAVY, World.Noise.SKEWED)) {
                    for (double p : new double[] {0, 0.05, 0.15, 0.30, 0.50, 0.80, 1}) {
                        for (double factor : p == 0 ? new double[] {1} : new double[] {1.5, 3}) {
                            if (results.has(history, percent(sd), noise.text, percent(p), factor)) {
                                continue;
                            }
                            Ours rule = new Ours(options.looks(), LIMIT, history);
                            Cell cell = run(rule, World.noisy(sd, noise, 0).slow(0, p, factor));
                            results.add(
                                    history, percent(sd), noise.text, percent(p), factor, cell.failPercent(),
                                    cell.warnedPercent(), cell.silentPercent(), cell.quantilePairs(0.5),
                                    cell.quantilePairs(0.95));
                        }
                    }
                }
            }
        }
    }

    private void allocation() throws IOException {
        Results results = new Results(
                "allocation", options, 4, "pair SD", "noise", "limit", "growth", "FAIL %", "FAIL % by 4 pairs",
                "PASS %", "INCONCLUSIVE %", "pairs p50", "pairs p95");
        for (World.Noise noise : options.noises()) {
            for (double limit : new double[] {0.01, 0.015}) {
                for (double growth : new double[] {0, 0.01, 0.02, 0.03}) {
                    if (results.has(percent(0.004), noise.text, percent(limit), "+" + percent(growth))) {
                        continue;
                    }
                    Cell cell = run(limit, World.noisy(0.004, noise, growth));
                    results.add(
                            percent(0.004), noise.text, percent(limit), "+" + percent(growth), cell.failPercent(),
                            cell.failPercentBy(4), cell.passPercent(), cell.openPercent(), cell.quantilePairs(0.5),
                            cell.quantilePairs(0.95));
                }
            }
        }
    }

    private Cell run(double limit, World world) {
        return run(new Ours(options.looks(), limit, options.history()), world);
    }

    private Cell run(Ours rule, World world) {
        return Cell.of(random -> rule.decide(world, random), options.n(), options.seed(), options.threads());
    }

    static String percent(double ratio) {
        String digits = String.format(Locale.ROOT, "%.4f", ratio * 100);
        return digits.replaceFirst("\\.?0+$", "") + " %";
    }

    static String mean(Cell cell) {
        return String.format(Locale.ROOT, "%.1f", cell.meanPairs());
    }
}
