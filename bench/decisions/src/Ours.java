import dev.flamegate.model.finding.Step;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Loudness;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import dev.flamegate.stats.Sequential.Tested;
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
 */
record Ours(Looks looks, double limit, int history, int criteria, double resolution) {
    private static final int PAST_PAIRS = 4;

    /** The pair SD that the product assumes for the CPU of a service without a past. */
    static final double UNSEEN_SD = 0.05;

    /** The product's procedure with all criteria, on exact values. */
    Ours(Looks looks, double limit, int history) {
        this(looks, limit, history, World.CRITERIA, 0);
    }

    /** The same with the first criterion alone. */
    Ours alone() {
        return new Ours(looks, limit, history, 1, resolution);
    }

    /** The same on values in steps of this size. */
    Ours inSteps(double size) {
        return new Ours(looks, limit, history, criteria, size);
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
        List<Tested> standings = sequential.after(family(values, priors, n), n, false);
        while (!sequential.isOver(standings, n)) {
            n = sequential.next(standings, n);
            standings = sequential.after(family(values, priors, n), n, false);
        }
        boolean fail = standings.stream().anyMatch(s -> s.step() == Step.FAIL);
        boolean pass = standings.stream().allMatch(s -> s.step() == Step.PASS);
        boolean warned = fail
                || standings.stream()
                        .anyMatch(s -> s.step() == Step.PASS
                                && s.estimate().pairs().modes().isMoreOften());
        boolean told = fail
                || standings.stream().anyMatch(s -> s.estimate().pairs().modes().slowCandidate() > 0);
        return new Outcome(fail, pass, warned, told, n);
    }

    private List<PairPrior> priors(Restarts past, RandomGenerator random) {
        List<List<PairPrior.Learned>> seen = new ArrayList<>();
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
        PairPrior unseen = PairPrior.unseen(UNSEEN_SD, PairPrior.Swings.OFTEN);
        return seen.stream().map(one -> PairPrior.of(one, unseen)).toList();
    }

    private PairPrior.Learned past(double[] before, double[] after) {
        return PairedSample.ofLogs(before, after, PairPrior.NONE, step(before, after)).past();
    }

    /** What each criterion sees after {@code n} pairs or fewer. */
    private List<IntFunction<Estimate.Paired>> family(double[][][] values, List<PairPrior> priors, int n) {
        List<PairedSample> samples = new ArrayList<>();
        for (int i = 0; i < criteria; i++) {
            samples.add(sample(Arrays.copyOf(values[0][i], n), Arrays.copyOf(values[1][i], n), priors.get(i)));
        }
        Loudness loudness = Loudness.of(samples.stream().map(List::of).toList());
        List<IntFunction<Estimate.Paired>> family = new ArrayList<>();
        for (int i = 0; i < criteria; i++) {
            double[] before = Arrays.copyOf(values[0][i], n);
            double atMost = haveZero(before, Arrays.copyOf(values[1][i], n))
                    ? limit * Arrays.stream(values(before)).average().orElseThrow()
                    : Math.log1p(limit);
            PairedSample sample = samples.get(i).in(loudness);
            family.add(m -> new Estimate.Paired(sample.first(m), atMost));
        }
        return family;
    }

    /** Makes a sample as the product does: of plain values where one is 0, which has no logarithm. */
    private PairedSample sample(double[] before, double[] after, PairPrior prior) {
        return haveZero(before, after)
                ? PairedSample.ofValues(values(before), values(after))
                : PairedSample.ofLogs(before, after, prior, step(before, after));
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
