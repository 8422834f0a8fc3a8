package dev.flamegate.search.candidates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.finding.Step;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Several candidates against one baseline, each looked at after its own pairs. Every random number has a fixed seed. */
class SequentialHolmTest {
    /** Far more than the product's, so that a few thousand families show whether it is kept. */
    private static final double ERROR = 0.1;

    /** So near to 0 that the limit protects nobody: half of all unchanged candidates are estimated to be beyond it. */
    private static final double LIMIT = 1e-6;

    private static final Looks LOOKS =
            new Looks("test", Looks.DEFAULT.pairs(), ERROR, Looks.DEFAULT.passError(), Looks.DEFAULT.confirmBelow());
    private static final int FAMILIES = 1000;

    @Test
    void each_rejection_leaves_its_part_of_the_error_to_the_others() {
        Fixed clear = new Fixed(0.001);
        Fixed next = new Fixed(0.04);
        Fixed last = new Fixed(0.2);
        List<Fixed> tests = List.of(last, next, clear);

        SequentialHolm.apply(tests, 0.1);

        assertThat(clear.spent).containsExactly(0.1 / 3);
        assertThat(next.spent).containsExactly(0.1 / 3, 0.1 / 2);
        assertThat(last.spent).containsExactly(0.1 / 3, 0.1 / 2, 0.1);
        assertThat(last.isRejected()).isFalse();
    }

    @Test
    void what_was_rejected_before_is_not_tested_again() {
        Fixed clear = new Fixed(0.001);
        Fixed other = new Fixed(0.2);
        SequentialHolm.apply(List.of(clear, other), 0.1);
        SequentialHolm.apply(List.of(clear, other), 0.1);

        assertThat(clear.spent).hasSize(1);
        assertThat(other.spent).containsExactly(0.05, 0.1, 0.1);
    }

    @Test
    void three_unchanged_candidates_stay_within_the_error_of_one() {
        double shared = rate(new Random(21), true, 0, 0, 0);
        double each = rate(new Random(21), false, 0, 0, 0);

        assertThat(shared).isLessThanOrEqualTo(ERROR);
        // So many families would have shown it.
        assertThat(each).isGreaterThan(1.5 * shared);
    }

    @Test
    void candidates_that_are_slower_leave_the_error_of_the_others_where_it_is() {
        assertThat(rate(new Random(22), true, 0.3, 0, 0)).isLessThanOrEqualTo(ERROR);
        assertThat(rate(new Random(23), true, 0.3, 0.3, 0)).isLessThanOrEqualTo(ERROR);
    }

    @Test
    void a_slower_candidate_is_found_among_unchanged_ones() {
        Random random = new Random(24);
        int found = 0;
        for (int family = 0; family < 200; family++) {
            found += family(random, true, 0, 0.1, 0).get(1).isRejected() ? 1 : 0;
        }

        assertThat(found).isGreaterThan(190);
    }

    /** How often an unchanged candidate of a family fails. */
    private static double rate(Random random, boolean sharing, double... growths) {
        int wrong = 0;
        for (int family = 0; family < FAMILIES; family++) {
            List<Simulated> candidates = family(random, sharing, growths);
            wrong += candidates.stream().anyMatch(one -> one.growth == 0 && one.isRejected()) ? 1 : 0;
        }
        return wrong / (double) FAMILIES;
    }

    /** Measures candidates in turns until all are decided, as the product does. */
    private static List<Simulated> family(Random random, boolean sharing, double... growths) {
        List<Simulated> candidates = Arrays.stream(growths)
                .mapToObj(growth -> new Simulated(random, growth))
                .toList();
        for (int n = 1; n <= LOOKS.last(); n++) {
            for (Simulated candidate : candidates) {
                if (!candidate.isOver()) {
                    candidate.pairs++;
                    candidate.look();
                    if (sharing) {
                        SequentialHolm.apply(candidates, ERROR);
                    } else {
                        candidate.spend(ERROR);
                    }
                }
            }
        }
        return candidates;
    }

    /** A test with a p value. */
    private static final class Fixed implements SequentialHolm.Test {
        private final double p;
        private final List<Double> spent = new ArrayList<>();

        Fixed(double p) {
            this.p = p;
        }

        @Override
        public boolean isRejected() {
            return !spent.isEmpty() && p <= spent.get(spent.size() - 1);
        }

        @Override
        public void spend(double error) {
            spent.add(error);
        }
    }

    /** Pairs whose growth is normal with an SD of 3 %. */
    private static final class Simulated implements SequentialHolm.Test {
        private final double growth;
        private final double[] d;
        private int pairs;
        private Looks looks = LOOKS.sharedBy(3);
        private List<Sequential.Tested> standings = List.of();

        Simulated(Random random, double growth) {
            this.growth = growth;
            this.d = random.doubles(LOOKS.last() + 1)
                    .map(x -> growth + 0.03 * random.nextGaussian())
                    .toArray();
        }

        void look() {
            IntFunction<Estimate.Paired> sees = n -> new Estimate.Paired(
                    PairedSample.ofLogs(new double[d.length], d, PairPrior.UNKNOWN)
                            .first(n),
                    LIMIT);
            standings = pairs < Looks.MIN_PAIRS ? List.of() : new Sequential(looks).after(List.of(sees), pairs, false);
        }

        boolean isOver() {
            return !standings.isEmpty() && new Sequential(looks).isOver(standings, pairs);
        }

        @Override
        public boolean isRejected() {
            return standings.stream().anyMatch(standing -> standing.step() == Step.FAIL);
        }

        @Override
        public void spend(double error) {
            if (!isPassed() && error != looks.failError()) {
                looks = LOOKS.with(error);
                look();
            }
        }

        private boolean isPassed() {
            return standings.stream().anyMatch(standing -> standing.step() == Step.PASS);
        }
    }
}
