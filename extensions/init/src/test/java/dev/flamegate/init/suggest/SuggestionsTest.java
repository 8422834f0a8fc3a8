package dev.flamegate.init.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.RehearsalTest;
import dev.flamegate.judge.Rules;
import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    private static final Criterion.Growth COMPARED = RehearsalTest.growth(5, new BaselineRef.OtherArm(), null);
    private static final Criterion.Growth HELD = RehearsalTest.growth(20, new BaselineRef.MedianOf(5), null);
    private static final Criterion.Absolute LIMIT =
            new Criterion.Absolute("< 20 ms", Operator.LESS, new Quantity(20, Unit.MILLISECONDS));
    private static final Rule RULE = Rules.must("cpu", "cpu.per-request", LIMIT, HELD, COMPARED);
    private static final NoiseHistory QUIET = past(12, 10, 0.01);
    private static final NoiseHistory LOUD = past(12, 10, 0.06);

    @Test
    void suggested_limits_follow_the_noise() {
        List<Suggestion> quiet =
                Suggestions.of(List.of(RULE), QUIET, Looks.DEFAULT).all();
        List<Suggestion> loud =
                Suggestions.of(List.of(RULE), LOUD, Looks.DEFAULT).all();

        assertThat(quiet).hasSize(3).allMatch(one -> one.kept() == null);
        for (int i = 0; i < 3; i++) {
            assertThat(quiet.get(i).suggested().limit().base())
                    .isLessThan(loud.get(i).suggested().limit().base());
        }
        assertThat(quiet.get(0).suggested().text()).matches("< [0-9.]+ ms");
        assertThat(quiet.get(1).suggested().text()).matches("< [0-9.]+% growth vs median of 5 runs");
        Forecast.OfGrowth compared = (Forecast.OfGrowth) quiet.get(2).forecast();
        assertThat(compared.unchanged().fail()).isLessThanOrEqualTo(0.004);
        assertThat(compared.unchanged().pass()).isGreaterThan(1 - 2 * Suggestions.UNDECIDED);
        assertThat(compared.detectable().getAsDouble())
                .isGreaterThan(quiet.get(2).suggested().limit().base());
    }

    @Test
    void a_limit_is_kept_where_too_little_is_stored_or_its_floor_decides_alone() {
        Criterion.Growth floored =
                RehearsalTest.growth(5, new BaselineRef.OtherArm(), new Quantity(2, Unit.MILLISECONDS));
        Rule rule = Rules.must("cpu", "cpu.per-request", HELD, floored);
        NoiseHistory pairs = new NoiseHistory("shop", List.of(), QUIET.comparisons(), 0);

        List<Suggestion> all =
                Suggestions.of(List.of(rule), pairs, Looks.DEFAULT).all();

        assertThat(Suggestions.isEnough(pairs)).isTrue();
        assertThat(all.get(0).suggested()).isSameAs(HELD);
        assertThat(all.get(0).kept()).isEqualTo("it takes 5 runs, and 0 are stored");
        assertThat(all.get(1).suggested()).isSameAs(floored);
        assertThat(all.get(1).kept()).startsWith("the floor of 2 ms is ").contains("of the usual value");
        assertThat(Suggestions.isEnough(past(4, 1, 0.01))).isFalse();
    }

    @Test
    void a_warning_that_would_come_no_earlier_than_the_failure_is_left_out() {
        Criterion.Growth wide = RehearsalTest.growth(20, new BaselineRef.OtherArm(), null);
        Rule rule = Rules.rule("cpu", "cpu.per-request", RULE.selector(), List.of(wide), List.of(COMPARED));

        List<Suggestion> all =
                Suggestions.of(List.of(rule), QUIET, Looks.DEFAULT).all();

        Suggestion must = all.get(0);
        Suggestion should = all.get(1);
        assertThat(should.suggested() == null
                        || should.suggested().limit().base()
                                < must.suggested().limit().base())
                .isTrue();
    }

    private static NoiseHistory past(int runs, int comparisons, double deviation) {
        List<Comparison> compared = RehearsalTest.past(comparisons, deviation);
        return new NoiseHistory("shop", RehearsalTest.runs(runs, deviation, deviation), compared, 0);
    }
}
