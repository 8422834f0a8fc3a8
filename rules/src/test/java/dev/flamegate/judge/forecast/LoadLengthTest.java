package dev.flamegate.judge.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.Runs;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.Pair;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.testing.TrialBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Pairs of 20 s on each arm in two blocks, with 25 s of starts and warm-up. */
class LoadLengthTest {
    private static final int BLOCK = 10;
    private static final long SEED = 5;

    private final Random random = new Random(SEED);

    @Test
    void no_longer_than_three_pairs_need() {
        LoadLength quiet = of(List.of(comparison(8, 0, 0.01, 1)));

        assertThat(quiet.length()).isEqualTo(Duration.ofSeconds(10));
        assertThat(quiet.gain()).as("(25 + 40) / (25 + 20)").isEqualTo(65.0 / 45, within(1e-9));
        assertThat(quiet.pairs()).isEqualTo(8);
    }

    @Test
    void where_restarts_differ_a_short_load_does() {
        LoadLength length = of(List.of(comparison(8, 0.05, 0.005, 1)));

        assertThat(length.length()).isEqualTo(Duration.ofSeconds(10));
        assertThat(length.gain())
                .as("a little more noise, which takes more pairs")
                .isBetween(1.35, 1.45);
    }

    @Test
    void where_blocks_differ_longer_pairs_are_sooner_decided_than_more() {
        LoadLength length = of(List.of(comparison(8, 0, 0.05, 1)));

        assertThat(length.length()).isEqualTo(Duration.ofSeconds(40));
        assertThat(length.gain()).as("2 (25 + 40) / (25 + 80)").isBetween(1.2, 1.25);
    }

    @Test
    void the_limit_of_the_rules_says_what_is_to_be_excluded() {
        List<Comparison> past = List.of(comparison(8, 0, 0.05, 1));

        assertThat(LoadLength.of(past, false, cpu("< 40% growth vs baseline")).length())
                .as("three pairs of any length do")
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(LoadLength.of(past, false, cpu("< 5% growth vs baseline"))).isEqualTo(of(past));
    }

    @Test
    void requests_whose_latency_is_judged_keep_enough_for_it() {
        assertThat(of(List.of(requesting(150, 100))).length())
                .as("of 150 and 100 requests in 20 s, half would be too few")
                .isEqualTo(Duration.ofSeconds(20));
        assertThat(of(List.of(requesting(2000, 250, 50))).length())
                .as("50 of 2,300 are not judged anyway")
                .isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void load_on_both_arms_at_once_costs_half_as_much() {
        Comparison turns = comparison(8, 0, 0.05, 1);
        List<Pair> together = turns.pairs().stream().map(Pair::loadedTogether).toList();

        LoadLength length = of(List.of(turns.with(turns.baseline(), turns.candidate(), together, List.of())));

        assertThat(length.length()).isEqualTo(Duration.ofSeconds(40));
        assertThat(length.gain()).as("2 (45 + 20) / (45 + 40)").isBetween(1.5, 1.55);
    }

    @Test
    void a_length_that_is_nearly_the_best_stays() {
        LoadLength length = of(List.of(comparison(30, 0.03, 0.05, 1)));

        assertThat(length.length()).isEqualTo(Duration.ofSeconds(20));
        assertThat(length.gain()).isEqualTo(1);
    }

    @Test
    void growths_of_comparisons_are_no_scatter_of_their_pairs() {
        LoadLength length = of(List.of(comparison(8, 0, 0.05, 1), comparison(8, 0, 0.05, 1)));
        random.setSeed(SEED);

        LoadLength grown = of(List.of(comparison(8, 0, 0.05, 3), comparison(8, 0, 0.05, 9)));

        assertThat(grown.pairs()).isEqualTo(16);
        assertThat(grown.length()).isEqualTo(length.length());
        assertThat(grown.gain()).isEqualTo(length.gain(), within(1e-9));
    }

    @Test
    void few_pairs_and_a_comparison_that_goes_on_keep_the_length() {
        assertThat(of(List.of(comparison(6, 0.05, 0.005, 1))).length()).isEqualTo(Duration.ofSeconds(20));
        assertThat(LoadLength.of(List.of(comparison(8, 0.05, 0.005, 1)), true, List.of())
                        .length())
                .isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void nothing_is_promised_before_anything_is_known() {
        assertThat(of(List.of())).isEqualTo(new LoadLength(Duration.ofSeconds(15), 1, 0));
    }

    private static LoadLength of(List<Comparison> past) {
        return LoadLength.of(past, false, List.of());
    }

    private static List<Rule> cpu(String limit) {
        return RulesReader.read(List.of(new Source(
                        "x", "rules: [{id: cpu, indicator: cpu.application.per-request, must: '" + limit + "'}]")))
                .rules();
    }

    /** A comparison of quiet pairs, whose requests have names by their number in a pair. */
    private Comparison requesting(long... counts) {
        Comparison quiet = comparison(8, 0, 0.01, 1);
        List<RequestStats> requests = LongStream.of(counts)
                .mapToObj(count -> new RequestStats("R" + count, count, 0, LatencyHistogram.empty()))
                .toList();
        Run candidate = quiet.candidate()
                .withTrials(quiet.candidate().trials().stream()
                        .map(trial ->
                                TrialBuilder.like(trial).requests(requests).build())
                        .toList());
        return quiet.with(quiet.baseline(), candidate, quiet.pairs(), List.of());
    }

    /**
     * A comparison.
     *
     * @param restarts standard deviation of the logarithm of a start's cost
     * @param blocks the same of a block's
     * @param growth factor of the candidate's cost
     */
    private Comparison comparison(int pairs, double restarts, double blocks, double growth) {
        List<Trial> before = new ArrayList<>();
        List<Trial> after = new ArrayList<>();
        List<Pair> order = new ArrayList<>();
        for (int number = 1; number <= pairs; number++) {
            before.add(trial(number, restarts, blocks, 1));
            after.add(trial(number, restarts, blocks, growth));
            order.add(new Pair(number, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()));
        }
        return new Comparison("c", Runs.START, run(before), run(after), order, Map.of(), List.of());
    }

    private static Run run(List<Trial> trials) {
        return Runs.costing(0.004).run().withTrials(trials);
    }

    private Trial trial(int number, double restarts, double blocks, double factor) {
        Instant load = Runs.START.plusSeconds(100L * number);
        Window first = window(load, 20);
        Window second = window(load, 40);
        double start = factor * Math.exp(restarts * random.nextGaussian());
        double[] cost = {start * noise(blocks), start * noise(blocks)};
        List<SeriesPoint> series = new ArrayList<>();
        for (int end = 1; end <= 60; end++) {
            double cores = end > 40 ? cost[1] : end > 20 ? cost[0] : 3;
            series.add(new SeriesPoint(end, 0.1 + cores / 10, 0.1, 100, 0, 0.005, 0.006, 1e8));
        }
        return TrialBuilder.of(
                        number,
                        new WarmUp(new Window(load, load.plusSeconds(20)), true, 0, 100, Double.NaN),
                        first,
                        second)
                .series(series)
                .seconds(Map.of("start", 25.0, "measure", 4.0 * BLOCK))
                .build();
    }

    private double noise(double deviation) {
        return Math.exp(deviation * random.nextGaussian());
    }

    private static Window window(Instant load, int second) {
        return new Window(load.plusSeconds(second), load.plusSeconds(second + BLOCK));
    }
}
