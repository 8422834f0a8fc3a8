package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef.LastPassingRun;
import dev.flamegate.model.rule.BaselineRef.MedianOf;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Absolute;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.plan.CriterionParser.CriterionProblem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CriterionParserTest {
    private static final Unit MS = Unit.MILLISECONDS;

    @Test
    void a_limit_on_the_indicator_itself() throws CriterionProblem {
        assertThat(read("latency.p99", "<= 0.25 s"))
                .isEqualTo(new Absolute("<= 0.25 s", Operator.AT_MOST, new Quantity(0.25, Unit.SECONDS)));
    }

    @Test
    void a_relative_growth_with_a_floor() throws CriterionProblem {
        String text = "< 20% growth vs median of 5 runs, ignoring < 5 ms";

        assertThat(read("latency.p99", text))
                .isEqualTo(new Growth(
                        text,
                        Operator.LESS,
                        new Quantity(20, Unit.PERCENT),
                        true,
                        Change.GROWTH,
                        new MedianOf(5),
                        new Quantity(5, MS)));
    }

    @Test
    void an_absolute_growth_is_in_the_unit_of_the_indicator() throws CriterionProblem {
        Growth time = (Growth) read("latency.p99", "< 5 ms growth vs baseline");
        Growth share = (Growth) read("errors.ratio", "< 0.5 points growth vs baseline, ignoring < 0.1 points");
        Growth plain = (Growth) read("profile.wall.starvation", "< 0.5 growth vs baseline");

        assertThat(time.relative()).isFalse();
        assertThat(time.limit()).isEqualTo(new Quantity(5, MS));
        assertThat(time.baseline()).isEqualTo(new OtherArm());
        assertThat(share.limit()).isEqualTo(new Quantity(0.5, Unit.POINTS));
        assertThat(plain.limit()).isEqualTo(new Quantity(0.5, Unit.RATIO));
    }

    @Test
    void a_percentage_of_a_percentage_is_relative() throws CriterionProblem {
        assertThat(((Growth) read("cpu.utilization", "< 10% growth vs previous run")).relative())
                .isTrue();
    }

    @Test
    void what_is_better_when_higher_has_a_limited_drop() throws CriterionProblem {
        Growth drop = (Growth) read("throughput", "< 10% drop vs last passing run");

        assertThat(drop.change()).isEqualTo(Change.DROP);
        assertThat(drop.baseline()).isEqualTo(new LastPassingRun());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<250ms",
                " <  250  ms ",
                "< 250\u00a0ms",
                "<250ms growth vs run 2026-11-20T10:00:00Z-1a2b",
                "<5%growth vs pin v1.0",
                "< 5% growth vs median of 3 runs,ignoring <1ms",
                "< 0% growth vs previous run"
            })
    void blanks_are_free(String text) {
        assertThatCode(() -> read("latency.p99", text)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "latency.p99 | 250 ms | 0 | ",
                "latency.p99 | != 250 ms | 0 | ",
                "latency.p99 | ≤ 250 ms | 0 | <=",
                "latency.p99 | < .5 ms | 2 | 0.5 ms",
                "latency.p99 | < -5 ms | 2 | 5 ms",
                "latency.p99 | < 250 MiB | 6 | ",
                "latency.p99 | < 250 MS | 6 | ms",
                "latency.p99 | < 5 points growth vs baseline | 4 | ",
                "latency.p99 | < 5% increase vs baseline | 5 | growth",
                "latency.p99 | < 5% growth baseline | 12 | ",
                "latency.p99 | < 5% growth vs | 14 | ",
                "latency.p99 | < 5% growth vs basline | 15 | baseline",
                "latency.p99 | < 5% growth vs last run | 20 | passing",
                "latency.p99 | < 5% growth vs median of 5000 runs | 25 | ",
                "latency.p99 | < 5% growth vs run | 18 | ",
                "latency.p99 | < 5% growth vs baseline ignoring < 5 ms | 24 | ",
                "latency.p99 | < 5% growth vs baseline, ignoring > 5 ms | 34 | <",
                "latency.p99 | < 5% growth vs baseline, ignoring < 0 ms | 36 | ",
                "threads.count | < 50 thread | 5 | threads",
                "throughput | < 100 requests/s | 0 | > 100 requests/s",
                "throughput | < 120% drop vs baseline | 2 | ",
                "errors.ratio | < 0% | 2 | <= 0%",
            })
    void a_mistake_is_shown_where_it_is(String indicator, String text, int offset, String suggestion) {
        CriterionProblem problem = catchThrowableOfType(CriterionProblem.class, () -> read(indicator, text));

        assertThat(problem).isNotNull();
        assertThat(problem.offset()).isEqualTo(offset);
        assertThat(problem.suggestion()).isEqualTo(suggestion);
    }

    private static Criterion read(String indicator, String text) throws CriterionProblem {
        return CriterionReader.check(
                CriterionParser.parse(text), Indicators.find(indicator).orElseThrow());
    }
}
