import dev.flamegate.model.finding.Step;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import dev.flamegate.stats.Sequential.Standing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

/**
 * Our procedure on simulated pairs: the product's own code from values to the decision.
 *
 * @param limit relative growth
 * @param history past comparisons of four pairs each that the noise is known from
 * @param criteria how many gate, the first ones of those simulated
 * @param resolution step between two values that can be told apart; 0 for exact values
 * @param modal whether like restarts are compared, as the product does; otherwise all, by their mean
 */
record Ours(Looks looks, double limit, int history, int criteria, double resolution, boolean modal) {
    private static final int PAST_PAIRS = 4;

    /** The product's procedure with all criteria, on exact values. */
    Ours(Looks looks, double limit, int history) {
        this(looks, limit, history, World.CRITERIA, 0, true);
    }

    /** The same with the first criterion alone. */
    Ours alone() {
        return new Ours(looks, limit, history, 1, resolution, modal);
    }

    /** The same on values in steps of this size. */
    Ours inSteps(double size) {
        return new Ours(looks, limit, history, criteria, size, modal);
    }

    /** The same without modes. */
    Ours ofMeans() {
        return new Ours(looks, limit, history, criteria, resolution, false);
    }

    Outcome decide(World world, RandomGenerator random) {
        return decide(world.unchanged(), world, random);
    }

    /** One comparison of what the present is, after a history of what the past was. */
    Outcome decide(Restarts past, Restarts present, RandomGenerator random) {
        List<PairPrior> priors = priors(past, random);
        double[][][] values = present.comparison(random, looks.last() + 1);
        Sequential sequential = new Sequential(looks);
        int n = looks.pairs().get(0);
        List<Standing> standings = sequential.after(family(values, priors, n), n, false);
        while (!sequential.isOver(standings, n)) {
            n = sequential.next(standings, n);
            standings = sequential.after(family(values, priors, n), n, false);
        }
        boolean fail = standings.stream().anyMatch(s -> s.step() == Step.FAIL);
        boolean pass = standings.stream().allMatch(s -> s.step() == Step.PASS);
        boolean warned =
                fail || standings.stream().anyMatch(s -> s.estimate().pairs().modes().isMoreOften());
        return new Outcome(fail, pass, warned, n);
    }

    private List<PairPrior> priors(Restarts past, RandomGenerator random) {
        List<List<PairPrior.Past>> seen = new ArrayList<>();
        for (int i = 0; i < criteria; i++) {
            seen.add(new ArrayList<>());
        }
        for (int job = 0; job < history; job++) {
            double[][][] values = past.comparison(random, PAST_PAIRS);
            for (int i = 0; i < criteria; i++) {
                double[] before = values[0][i];
                double[] after = values[1][i];
                if (!haveZero(before, after)) {
                    seen.get(i).add(past(before, after));
                }
            }
        }
        return seen.stream().map(PairPrior::of).toList();
    }

    private PairPrior.Past past(double[] before, double[] after) {
        PairedSample sample = PairedSample.ofLogs(before, after, PairPrior.NONE, step(before, after));
        return modal ? sample.past() : new PairPrior.Past(mean(sample.differences()), List.of());
    }

    /** What each criterion sees after {@code n} pairs or fewer. */
    private List<IntFunction<Estimate.Paired>> family(double[][][] values, List<PairPrior> priors, int n) {
        List<IntFunction<Estimate.Paired>> family = new ArrayList<>();
        for (int i = 0; i < criteria; i++) {
            family.add(criterion(Arrays.copyOf(values[0][i], n), Arrays.copyOf(values[1][i], n), priors.get(i)));
        }
        return family;
    }

    private IntFunction<Estimate.Paired> criterion(double[] before, double[] after, PairPrior prior) {
        if (haveZero(before, after)) {
            // As the product does: a value of 0 has no logarithm.
            PairedSample sample = PairedSample.ofValues(values(before), values(after));
            double atMost = limit * Arrays.stream(values(before)).average().orElseThrow();
            return n -> new Estimate.Paired(sample.first(n), atMost);
        }
        PairedSample sample = PairedSample.ofLogs(before, after, prior, step(before, after));
        double atMost = Math.log1p(limit);
        return n -> {
            PairedChange change = modal ? sample.first(n) : mean(sample.differences().subList(0, n), prior);
            return new Estimate.Paired(change, atMost);
        };
    }

    private static PairedChange mean(List<Double> differences, PairPrior prior) {
        Moments moments = mean(differences);
        return new PairedChange(
                new Change(moments.mean(), prior.spread(moments)), moments.n(), Modes.none(moments.n()));
    }

    private static Moments mean(List<Double> differences) {
        return Moments.of(differences.stream().mapToDouble(d -> d).toArray());
    }

    private static boolean haveZero(double[] before, double[] after) {
        for (int i = 0; i < before.length; i++) {
            if (before[i] == Double.NEGATIVE_INFINITY || after[i] == Double.NEGATIVE_INFINITY) {
                return true;
            }
        }
        return false;
    }

    private static double[] values(double[] logs) {
        return Arrays.stream(logs).map(Math::exp).toArray();
    }

    /** The largest distance between the logarithms of two neighbouring values. */
    private double step(double[] before, double[] after) {
        return resolution == 0
                ? 0
                : DoubleStream.concat(Arrays.stream(before), Arrays.stream(after))
                        .map(log -> Math.log1p(resolution / Math.exp(log)))
                        .max()
                        .orElseThrow();
    }
}
