import dev.flamegate.model.rule.Looks;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Writes comparisons of many worlds with the product's decision, a line each, for mirror.py to decide them too. */
public final class Mirrored {
    private static final double LIMIT = 0.05;

    private record Case(String world, World past, Restarts present, int history) {}

    private Mirrored() {}

    public static void main(String[] args) {
        Options options = Options.of(args);
        List<Case> cases = cases();
        for (int i = 0; i < options.n(); i++) {
            Case one = cases.get(i % cases.size());
            SplittableRandom random = new SplittableRandom(options.seed() * 1_000_003L + i);
            List<double[][][]> past = new ArrayList<>();
            List<double[][][]> present = new ArrayList<>();
            Outcome outcome = new Ours(Looks.DEFAULT, LIMIT, one.history())
                    .decide(noted(one.past(), past), noted(one.present(), present), random);
            // Numbers and arrays print as JSON has them.
            System.out.printf(
                    Locale.ROOT,
                    "{\"world\": \"%s\", \"limit\": %s, \"unseen\": %s, \"past\": %s, \"values\": %s,"
                            + " \"verdict\": \"%s\", \"pairs\": %d}%n",
                    one.world(), LIMIT, Ours.UNSEEN_SD, Arrays.deepToString(past.toArray()),
                    Arrays.deepToString(present.get(0)), outcome.fail() ? "FAIL" : outcome.pass() ? "PASS" : "OPEN",
                    outcome.pairs());
        }
    }

    /** Returns restarts like the given ones, and adds each comparison of them to a list. */
    private static Restarts noted(Restarts restarts, List<double[][][]> into) {
        return (random, pairs) -> {
            double[][][] values = restarts.comparison(random, pairs);
            into.add(values);
            return values;
        };
    }

    /** Quiet, usual, loud and slow worlds, with growths at which the verdicts differ, with a past and without. */
    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (int history : new int[] {10, 0}) {
            for (World.Noise noise : World.Noise.values()) {
                for (double sd : new double[] {0.01, 0.03, 0.08}) {
                    for (double growth : new double[] {0, 0.05, 0.12, 0.4}) {
                        World past = World.noisy(0.03, noise, 0);
                        World now = World.noisy(sd, noise, growth);
                        cases.add(new Case(noise.text + ", SD " + sd + ", " + growth, past, now, history));
                        World slow = past.slow(0.3, 0.3, 1.5);
                        Restarts slower = now.slow(0.3, growth == 0 ? 0.9 : 0.3, 1.5);
                        cases.add(new Case("slow, SD " + sd + ", " + growth, slow, slower, history));
                    }
                }
            }
        }
        return cases;
    }
}
