package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

public class RehearsalTest {
    private static final Criterion.Growth FIVE = growth(5, new BaselineRef.OtherArm(), null);
    private static final Rule CPU = Rules.must("cpu", "cpu.per-request", FIVE);
    private static final PairRehearsal PAIRS = new PairRehearsal(Looks.DEFAULT, 1);

    @Test
    void unchanged_builds_fail_no_more_often_than_all_looks_may_err() {
        List<PairRehearsal.Subject> family = List.of(subject(0.04, FIVE), subject(0.04, FIVE), subject(0.02, FIVE));

        List<Rates> rates = PAIRS.unchanged(family, 3000);

        assertThat(rates).hasSize(4);
        assertThat(rates.get(0).fail()).isLessThanOrEqualTo(2 * Looks.DEFAULT.failError());
        assertThat(rates.get(3).pass())
                .isGreaterThan(0.97)
                .isGreaterThan(rates.get(1).pass());
    }

    @Test
    void a_wider_limit_leaves_fewer_builds_undecided_and_a_larger_growth_is_found_more_often() {
        PairRehearsal.Subject five = subject(0.04, FIVE);
        PairRehearsal.Subject ten = five.with(growth(10, new BaselineRef.OtherArm(), null));

        assertThat(PAIRS.alone(ten, 4, 0, 500).pass())
                .isGreaterThan(PAIRS.alone(five, 4, 0, 500).pass());
        assertThat(PAIRS.alone(five, 4, 0.08, 500).fail()).isBetween(0.3, 0.99);
        assertThat(PAIRS.alone(five, 4, 0.3, 500).fail()).isGreaterThan(0.99);
        assertThat(PAIRS.alone(five, 4, 0.08, 500)).isEqualTo(PAIRS.alone(five, 4, 0.08, 500));
    }

    @Test
    void a_floor_excuses_growths_whatever_their_evidence() {
        PairRehearsal.Subject floor =
                subject(0.01, growth(5, new BaselineRef.OtherArm(), new Quantity(2, Unit.MILLISECONDS)));

        assertThat(PAIRS.alone(floor, 1, 0.15, 200).failed()).isZero();
        assertThat(PAIRS.alone(floor, 1, 0.25, 200).fail()).isGreaterThan(0.9);
    }

    @Test
    void a_drop_is_found_like_a_growth() {
        Criterion.Growth drop = new Criterion.Growth(
                "< 5% drop vs baseline",
                Operator.LESS,
                new Quantity(5, Unit.PERCENT),
                true,
                Criterion.Change.DROP,
                new BaselineRef.OtherArm(),
                null);
        Rule rule = Rules.must("throughput", "throughput", drop);
        PairRehearsal.Subject subject = new PairRehearsal.Subject(
                rule, drop, Level.MUST, rule.selector(), 40, PairScatter.assumed(0.01), PairPrior.UNKNOWN, 0);

        assertThat(PAIRS.alone(subject, 1, 0, 300).pass()).isGreaterThan(0.99);
        assertThat(PAIRS.alone(subject, 1, 0.2, 300).fail()).isGreaterThan(0.99);
    }

    @Test
    void the_scatter_is_that_of_past_pairs() {
        PairRehearsal.Cast cast = PairRehearsal.cast(List.of(CPU), past(10, 0.03));

        assertThat(cast.subjects()).singleElement().satisfies(subject -> {
            assertThat(subject.scatter().deviation()).isCloseTo(0.03, within(0.006));
            assertThat(subject.value()).isCloseTo(0.01, within(0.0005));
        });
    }

    @Test
    void too_few_pairs_are_no_scatter_and_slow_restarts_are_drawn_too() {
        assertThat(PairRehearsal.cast(List.of(CPU), past(1, 0.03)).subjects()).isEmpty();
        assertThat(PairRehearsal.cast(List.of(CPU), past(1, 0.03)).left().get(FIVE))
                .contains("too few");

        PairScatter slow = new PairScatter(1e-4, 6, 0.25, Math.log(2.5), 0);
        double[][] arms = slow.draw(400, 1, new java.util.SplittableRandom(3));
        assertThat(IntStream.range(0, 400).filter(i -> arms[0][i] > 0.5).count())
                .isBetween(70L, 130L);
    }

    /** The rehearsal and the closed form agree where the closed form is exact: the noise is known, and the limit is nothing. */
    @Test
    void runs_find_the_growth_that_the_formula_says() {
        Criterion.Growth limit = growth(0.1, new BaselineRef.PreviousRun(), null);
        Rule rule = Rules.must("cpu", "cpu.per-request", limit);
        VariancePrior.Pooled trials = new VariancePrior.Pooled(9e-4, 400);
        VariancePrior.Pooled runs = new VariancePrior.Pooled(9e-4, 400);
        RunRehearsal.Subject subject = new RunRehearsal.Subject(
                rule, limit, Level.MUST, rule.selector(), 0.01, trials, runs, new VariancePrior(9e-4, 400));
        double error = Math.sqrt(9e-4 * (2.0 / 3 + 2));
        double detectable = Math.expm1(new Change(0, error, 800).detectable(Judge.GATE_LEVEL));

        RunRehearsal rehearsal = new RunRehearsal(3, 1);

        assertThat(rehearsal.alone(subject, 1, detectable, 3000).fail()).isCloseTo(Change.POWER, within(0.02));
        assertThat(rehearsal.alone(subject, 1, 0, 3000).fail()).isCloseTo(Judge.GATE_LEVEL, within(0.004));
    }

    @Test
    void runs_know_their_noise_from_those_stored() {
        Criterion.Growth ten = growth(10, new BaselineRef.PreviousRun(), null);
        Rule rule = Rules.must("cpu", "cpu.per-request", ten);

        List<RunRehearsal.Subject> subjects = RunRehearsal.cast(List.of(rule, CPU), runs(12, 0.02, 0.06));

        assertThat(subjects).singleElement().satisfies(subject -> {
            assertThat(Math.sqrt(subject.ofTrials().variance())).isCloseTo(0.02, within(0.006));
            assertThat(Math.sqrt(subject.betweenRuns().variance())).isCloseTo(0.06, within(0.02));
        });
        assertThat(RunRehearsal.castOfPairs(List.of(rule, CPU), runs(12, 0.02, 0.06)))
                .singleElement()
                .satisfies(subject -> assertThat(subject.scatter().deviation()).isCloseTo(0.028, within(0.008)));
    }

    private static PairRehearsal.Subject subject(double deviation, Criterion.Growth criterion) {
        return new PairRehearsal.Subject(
                CPU,
                criterion,
                Level.MUST,
                CPU.selector(),
                0.01,
                PairScatter.assumed(deviation),
                new PairNoise(past(10, deviation), Comparison.Manner.ORDINARY).of(CPU.indicator(), CPU.selector()),
                0);
    }

    public static Criterion.Growth growth(double percent, BaselineRef baseline, @Nullable Quantity floor) {
        return new Criterion.Growth(
                "< " + percent + "% growth vs " + baseline.text(),
                Operator.LESS,
                new Quantity(percent, Unit.PERCENT),
                true,
                Criterion.Change.GROWTH,
                baseline,
                floor);
    }

    /** Comparisons of four pairs of one build. */
    public static List<Comparison> past(int count, double deviation) {
        Random random = new Random(7);
        List<Comparison> past = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Run baseline =
                    Runs.costing(costs(4, deviation / Math.sqrt(2), 0, random)).run();
            Run candidate =
                    Runs.costing(costs(4, deviation / Math.sqrt(2), 0, random)).run();
            List<Pair> pairs = IntStream.rangeClosed(1, 4)
                    .mapToObj(n -> new Pair(n, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()))
                    .toList();
            past.add(new Comparison("c" + i, Runs.START, baseline, candidate, pairs, Map.of(), List.of()));
        }
        return past;
    }

    /** Runs of three trials of one build. */
    public static List<Run> runs(int count, double ofTrials, double betweenRuns) {
        Random random = new Random(7);
        return new ArrayList<>(Collections.nCopies(count, 0))
                .stream()
                        .map(i -> Runs.costing(costs(3, ofTrials, betweenRuns * random.nextGaussian(), random))
                                .run())
                        .toList();
    }

    private static double[] costs(int count, double deviation, double shift, Random random) {
        return IntStream.range(0, count)
                .mapToDouble(i -> 0.01 * Math.exp(shift + deviation * random.nextGaussian()))
                .toArray();
    }
}
