import dev.flamegate.stats.Estimate;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.Sequential;
import dev.flamegate.model.finding.Step;
import dev.flamegate.stats.Sequential.Standing;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Our procedure on simulated pairs: the product's own code from paired logarithms to the decision.
 *
 * @param limit relative growth
 * @param history past comparisons of four pairs each that the noise is known from
 */
record Ours(Looks looks, double limit, int history, Estimators estimator) {
    private static final int PAST_PAIRS = 4;

    Outcome decide(World world, RandomGenerator random) {
        VariancePrior[] priors = priors(world, random);
        double[][][] values = world.comparison(random, looks.last() + 1);
        List<IntFunction<Estimate.Paired>> family = new ArrayList<>();
        double inLogs = Math.log1p(limit);
        for (int i = 0; i < World.CRITERIA; i++) {
            double[] before = values[0][i];
            double[] after = values[1][i];
            VariancePrior prior = priors[i];
            family.add(n -> {
                PairedChange paired = estimator.of(Arrays.copyOf(before, n), Arrays.copyOf(after, n), prior);
                return new Estimate.Paired(paired, inLogs, inLogs, 1);
            });
        }
        Sequential sequential = new Sequential(looks);
        int n = looks.pairs().get(0);
        List<Standing> standings = sequential.after(family, n, false);
        while (!sequential.isOver(standings, n)) {
            n = sequential.next(standings, n);
            standings = sequential.after(family, n, false);
        }
        boolean fail = standings.stream().anyMatch(s -> s.step() == Step.FAIL);
        boolean pass = standings.stream().allMatch(s -> s.step() == Step.PASS);
        boolean warned =
                fail || standings.stream().anyMatch(s -> s.estimate().pairs().modes().isMoreOften());
        return new Outcome(fail, pass, warned, n);
    }

    private VariancePrior[] priors(World world, RandomGenerator random) {
        List<List<Moments>> past = new ArrayList<>();
        for (int i = 0; i < World.CRITERIA; i++) {
            past.add(new ArrayList<>());
        }
        World unchanged = world.unchanged();
        for (int job = 0; job < history; job++) {
            double[][][] values = unchanged.comparison(random, PAST_PAIRS);
            for (int i = 0; i < World.CRITERIA; i++) {
                past.get(i).add(estimator.past(values[0][i], values[1][i]));
            }
        }
        return past.stream().map(VariancePrior::fit).toArray(VariancePrior[]::new);
    }
}
