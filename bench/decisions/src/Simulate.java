import dev.flamegate.stats.Looks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Simulates the whole sequential procedure and writes tables: see README.md beside it. */
public final class Simulate {
    private Simulate() {}

    public static void main(String[] args) throws IOException {
        Options options = Options.of(args);
        Results results = switch (options.table()) {
            case "noise" -> noise(options);
            case "slow" -> slow(options);
            case "candidate" -> candidateOnly(options);
            case "allocation" -> allocation(options);
            case "estimators" -> estimators(options);
            default -> throw new IllegalArgumentException(options.table() + ": no such table");
        };
        results.write(options);
    }

    private static Ours ours(Options options, double limit) {
        return new Ours(options.looks(), limit, options.history(), Estimators.MODES);
    }

    private static Cell run(Options options, Ours ours, World world) {
        return Cell.of(world, ours::decide, options.n(), options.seed(), options.threads());
    }

    private static Results noise(Options options) {
        Results results = new Results(
                "noise",
                List.of("pair SD", "noise", "growth", "FAIL %", "PASS %", "INCONCLUSIVE %", "pairs p50", "pairs mean", "pairs p95"));
        for (double sd : new double[] {0.02, 0.03, 0.04}) {
            for (boolean heavy : new boolean[] {false, true}) {
                for (double growth : new double[] {0, 0.05, 0.10, 0.20}) {
                    Cell cell = run(options, ours(options, 0.05), World.noisy(sd, heavy, growth));
                    results.add(
                            percent(sd), heavy ? "t4, varying" : "normal", "+" + percent(growth),
                            cell.failPercent(), cell.passPercent(), cell.openPercent(),
                            cell.quantilePairs(0.5), mean(cell), cell.quantilePairs(0.95));
                }
            }
        }
        return results;
    }

    private static Results slow(Options options) {
        Results results = new Results(
                "slow",
                List.of("pair SD", "noise", "slow restarts", "times", "growth", "FAIL %", "FAIL % by 8 pairs", "PASS %", "INCONCLUSIVE %", "slow mode reported %", "pairs p50", "pairs p95"));
        for (double sd : new double[] {0.03, 0.06}) {
            for (double p : new double[] {0, 0.05, 0.10, 0.15}) {
                for (double factor : p == 0 ? new double[] {1} : new double[] {1.5, 2, 3}) {
                    for (double growth : new double[] {0, 0.10, 0.25}) {
                        World world = World.noisy(sd, options.heavy(), growth).slow(p, p, factor);
                        Cell cell = run(options, ours(options, 0.05), world);
                        Cell by8 = run(options, new Ours(options.looks().between(3, 8), 0.05, options.history(), Estimators.MODES), world);
                        results.add(
                                percent(sd), options.heavy() ? "t4, varying" : "normal", percent(p), factor, "+" + percent(growth),
                                cell.failPercent(), by8.failPercent(), cell.passPercent(), cell.openPercent(), cell.warnedPercent(),
                                cell.quantilePairs(0.5), cell.quantilePairs(0.95));
                    }
                }
            }
        }
        return results;
    }

    private static Results candidateOnly(Options options) {
        Results results = new Results(
                "candidate",
                List.of("pair SD", "slow restarts of the candidate", "times", "FAIL %", "slow mode reported %", "PASS %", "INCONCLUSIVE %", "pairs p50", "pairs p95"));
        for (double sd : new double[] {0.03, 0.06}) {
            for (double p : new double[] {0.05, 0.10, 0.15, 0.30, 0.50, 0.80}) {
                for (double factor : new double[] {1.5, 2, 3}) {
                    Cell cell = run(options, ours(options, 0.05), World.noisy(sd, options.heavy(), 0).slow(0, p, factor));
                    results.add(
                            percent(sd), percent(p), factor, cell.failPercent(), cell.warnedPercent(), cell.passPercent(),
                            cell.openPercent(), cell.quantilePairs(0.5), cell.quantilePairs(0.95));
                }
            }
        }
        return results;
    }

    private static Results allocation(Options options) {
        Results results = new Results(
                "allocation",
                List.of("pair SD", "noise", "limit", "growth", "FAIL %", "FAIL % by 4 pairs", "PASS %", "INCONCLUSIVE %", "pairs p50", "pairs p95"));
        for (boolean heavy : new boolean[] {false, true}) {
            for (double limit : new double[] {0.01, 0.015}) {
                for (double growth : new double[] {0, 0.01, 0.02, 0.03}) {
                    World world = World.noisy(0.004, heavy, growth);
                    Cell cell = run(options, ours(options, limit), world);
                    // The same procedure cut off after its fourth pair.
                    long by4 = cell.pairs()[3] + cell.pairs()[4];
                    Cell cut = Cell.of(world, (w, random) -> {
                        Outcome outcome = ours(options, limit).decide(w, random);
                        return new Outcome(outcome.fail() && outcome.pairs() <= 4, false, false, outcome.pairs());
                    }, options.n(), options.seed(), options.threads());
                    results.add(
                            percent(0.004), heavy ? "t4, varying" : "normal", percent(limit), "+" + percent(growth),
                            cell.failPercent(), cut.failPercent(), cell.passPercent(), cell.openPercent(),
                            cell.quantilePairs(0.5), cell.quantilePairs(0.95));
                }
            }
        }
        return results;
    }

    private static Results estimators(Options options) {
        Results results = new Results(
                "estimators",
                List.of("estimator", "pair SD", "noise", "slow restarts", "times", "false FAIL %", "+10 % FAIL %", "+25 % FAIL % by 8 pairs", "no change: pairs p50", "no change: PASS %"));
        List<World> worlds = new ArrayList<>();
        for (double sd : new double[] {0.03, 0.06}) {
            for (boolean heavy : new boolean[] {false, true}) {
                worlds.add(World.noisy(sd, heavy, 0));
                worlds.add(World.noisy(sd, heavy, 0).slow(0.15, 0.15, 1.5));
                worlds.add(World.noisy(sd, heavy, 0).slow(0.125, 0.125, 2.5));
            }
        }
        for (World world : worlds) {
            for (Estimators estimator : Estimators.values()) {
                Ours all = new Ours(options.looks(), 0.05, options.history(), estimator);
                Ours by8 = new Ours(options.looks().between(3, 8), 0.05, options.history(), estimator);
                Cell none = run(options, all, world);
                Cell ten = run(options, all, world.growing(0.10));
                Cell twentyFive = run(options, by8, world.growing(0.25));
                results.add(
                        estimator.name().toLowerCase(Locale.ROOT).replace('_', '-'), percent(world.pairSd()),
                        world.heavy() ? "t4, varying" : "normal", percent(world.slowBaseline()), world.slowFactor(),
                        none.failPercent(), ten.failPercent(), twentyFive.failPercent(),
                        none.quantilePairs(0.5), none.passPercent());
            }
        }
        return results;
    }

    static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.3g %%", ratio * 100).replaceFirst("\\.0+ ", " ").replaceFirst("(\\.[0-9]*[1-9])0+ ", "$1 ");
    }

    private static String mean(Cell cell) {
        return String.format(Locale.ROOT, "%.1f", cell.meanPairs());
    }
}
