package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.Rules;
import dev.flamegate.judge.Runs;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a broken rule is about, in pairs of any two builds. */
class PairGrowthsTest {
    private static final ProfiledRun GOOD = Runs.costing(0.010, 0.011, 0.010);
    private static final ProfiledRun BAD = Runs.costing(0.020, 0.022, 0.020);

    @Test
    void values_above_0_are_compared_as_logarithms() {
        PairGrowths growths = growths("cpu.per-request", Criterion.Change.GROWTH, GOOD, BAD);

        assertThat(growths.in(pairs(GOOD, BAD)))
                .allSatisfy(growth -> assertThat(growth).isCloseTo(Math.log(2), within(1e-9)));
        assertThat(growths.relative(Math.log(2))).isCloseTo(1, within(1e-9));
        assertThat(growths.step()).isZero();
    }

    @Test
    void a_drop_is_worse_downward() {
        PairGrowths growths = growths("cpu.per-request", Criterion.Change.DROP, BAD, GOOD);

        assertThat(growths.in(pairs(BAD, GOOD)))
                .allSatisfy(growth -> assertThat(growth).isCloseTo(Math.log(2), within(1e-9)));
        assertThat(growths.relative(Math.log(2))).isCloseTo(-0.5, within(1e-9));
    }

    @Test
    void from_nothing_differences_are_compared() {
        ProfiledRun none = Runs.costing(0, 0, 0);
        PairGrowths growths = growths("cpu.per-request", Criterion.Change.GROWTH, none, GOOD);

        assertThat(growths.in(pairs(none, GOOD)))
                .hasSize(3)
                .allSatisfy(growth -> assertThat(growth).isBetween(0.0099, 0.0111));
        assertThat(growths.relative(0.01)).isNaN();
    }

    @Test
    void a_pair_without_a_logarithm_is_left_out() {
        PairGrowths growths = growths("cpu.per-request", Criterion.Change.GROWTH, GOOD, BAD);

        assertThat(growths.in(pairs(Runs.costing(0.010, 0.011), Runs.costing(0, 0.011))))
                .hasSize(1);
    }

    @Test
    void a_method_is_followed_in_a_single_pair_and_where_it_is_not_there() {
        ProfiledRun before = Runs.profiled(Runs.costing(0.01, 0.01, 0.01), 0.30, 0.31, 0.30);
        ProfiledRun after = Runs.profiled(Runs.costing(0.013, 0.013, 0.013), 0.50, 0.51, 0.50);
        PairGrowths growths = PairGrowths.of(
                        pairs(before, after),
                        finding(
                                "profile.cpu.worst-method",
                                Selector.ALL.withFrame("shop.Hot.spot"),
                                Criterion.Change.GROWTH))
                .orElseThrow();
        PairGrowths other = PairGrowths.of(
                        pairs(before, after),
                        finding(
                                "profile.cpu.worst-method",
                                Selector.ALL.withFrame("shop.Not.there"),
                                Criterion.Change.GROWTH))
                .orElseThrow();
        ProfiledComparison one = pairs(before.first(1), after.first(1));

        assertThat(growths.in(pairs(before, after)))
                .hasSize(3)
                .allSatisfy(growth -> assertThat(growth).isGreaterThan(0.1));
        assertThat(growths.in(one))
                .hasSize(1)
                .allSatisfy(growth -> assertThat(growth).isGreaterThan(0.1));
        assertThat(other.in(one)).containsExactly(0.0);
    }

    @Test
    void counted_work_has_a_growth_for_each_start_and_needs_no_pair() {
        ProfiledComparison counted = counted(List.of(1000.0, 1001.0), List.of(2000.0, 2002.0));
        PairGrowths growths = PairGrowths.of(
                        counted, finding("work.instructions", Selector.ALL, Criterion.Change.GROWTH))
                .orElseThrow();

        assertThat(growths.isOfWork()).isTrue();
        assertThat(growths.in(counted))
                .hasSize(2)
                .allSatisfy(growth -> assertThat(growth).isCloseTo(Math.log(2), within(1e-9)));
        assertThat(growths.in(counted(List.of(1000.0), List.of(1000.0)))).containsExactly(0.0);
    }

    private static ProfiledComparison counted(List<Double> before, List<Double> after) {
        Run run = Runs.costing(0.01).run().withTrials(List.of());
        return ProfiledComparison.counted(
                "key",
                run.withWork(work(before)),
                run.withWork(work(after)),
                new WorkDifference(List.of(), 1, 1, List.of(), null));
    }

    private static List<Work> work(List<Double> instructions) {
        return instructions.stream()
                .map(count -> new Work(
                        Map.of(
                                "GET /cart",
                                new Work.Requests(100, Map.of(WorkCount.INSTRUCTIONS, new Work.PerRequest(count, 0)))),
                        List.of(),
                        List.of()))
                .toList();
    }

    @Test
    void without_values_there_are_no_growths() {
        assertThat(PairGrowths.of(
                        pairs(GOOD, BAD),
                        finding("latency.p99", Selector.request("GET /nowhere"), Criterion.Change.GROWTH)))
                .isEmpty();
    }

    @Test
    void some_pairs_show_a_growth_and_others_do_not() {
        assertThat(PairGrowths.isShown(List.of(0.1, 0.09, 0.11))).isTrue();
        assertThat(PairGrowths.isShown(List.of(0.1, -0.09, 0.11))).isFalse();
        assertThat(PairGrowths.isShown(List.of(0.1))).isFalse();
        assertThat(PairGrowths.typical(List.of(0.1, 5.0, 0.11))).isEqualTo(0.11);
        assertThat(PairGrowths.typical(List.of())).isZero();
    }

    private static PairGrowths growths(
            String indicator, Criterion.Change change, ProfiledRun before, ProfiledRun after) {
        return PairGrowths.of(pairs(before, after), finding(indicator, Selector.ALL, change))
                .orElseThrow();
    }

    private static Finding finding(String indicator, Selector selector, Criterion.Change change) {
        Criterion criterion = new Criterion.Growth(
                "< 5% growth vs baseline",
                Operator.LESS, new Quantity(0.05, Unit.RATIO), true, change, new BaselineRef.OtherArm(), null);
        return new Finding(
                Rules.must("rule", indicator, criterion),
                criterion,
                Level.MUST,
                Outcome.FAIL,
                selector,
                null,
                null,
                null,
                Reason.SIGNIFICANT_BEYOND_LIMIT,
                null,
                List.of());
    }

    private static ProfiledComparison pairs(ProfiledRun before, ProfiledRun after) {
        Comparison comparison = new Comparison(
                "comparison",
                Runs.START,
                before.run(),
                after.run(),
                IntStream.rangeClosed(1, before.run().trials().size())
                        .mapToObj(i -> new Pair(i, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()))
                        .toList(),
                Map.of(),
                List.of());
        return new ProfiledComparison(comparison, before.trials(), after.trials());
    }
}
