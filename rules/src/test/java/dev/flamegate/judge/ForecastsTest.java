package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForecastsTest {
    private static final Criterion.Growth COMPARED = RehearsalTest.growth(5, new BaselineRef.OtherArm(), null);
    private static final Criterion.Growth HELD = RehearsalTest.growth(20, new BaselineRef.MedianOf(5), null);
    private static final Criterion.Absolute LIMIT =
            new Criterion.Absolute("< 20 ms", Operator.LESS, new Quantity(20, Unit.MILLISECONDS));
    private static final Rule RULE = Rules.must("cpu", "cpu.per-request", LIMIT, HELD, COMPARED);
    private static final NoiseHistory QUIET = past(12, 10, 0.01);
    private static final NoiseHistory LOUD = past(12, 10, 0.06);

    @Test
    void louder_noise_finds_only_larger_growths() {
        Forecast.OfGrowth quiet = of(QUIET, COMPARED);
        Forecast.OfGrowth loud = of(LOUD, COMPARED);

        assertThat(quiet.source()).isEqualTo(Forecast.Source.COMPARISONS);
        assertThat(quiet.detectable().getAsDouble()).isBetween(0.05, 0.09);
        assertThat(loud.detectable().getAsDouble()).isBetween(0.08, 0.25);
        assertThat(quiet.unchanged().pass()).isGreaterThan(loud.unchanged().pass());
        assertThat(quiet.betweenRuns()).isNaN();
        assertThat(of(QUIET, HELD).betweenRuns()).isPositive();
    }

    @Test
    void without_a_history_the_noise_is_assumed() {
        Forecast.OfGrowth compared = of(NoiseHistory.NONE, COMPARED);

        assertThat(compared.source()).isEqualTo(Forecast.Source.ASSUMED);
        assertThat(compared.deviation()).isCloseTo(0.05, within(1e-9));
        assertThat(of(NoiseHistory.NONE, HELD).betweenRuns()).isCloseTo(0.05, within(1e-9));
        assertThat(forecasts(NoiseHistory.NONE).of(RULE, LIMIT))
                .isEqualTo(new Forecast.Unknown("it takes 5 runs, and 0 are stored"));
        assertThat(forecasts(NoiseHistory.NONE).comparisons()).isPresent();
    }

    @Test
    void runs_alone_say_something_about_pairs() {
        Forecast.OfGrowth compared = of(new NoiseHistory("shop", QUIET.runs(), List.of(), 0), COMPARED);

        assertThat(compared.source()).isEqualTo(Forecast.Source.RUNS);
        assertThat(compared.deviation()).isBetween(0.008, 0.022);
    }

    @Test
    void a_limit_on_the_value_is_forecast_from_the_runs() {
        Forecast.OfValue value = (Forecast.OfValue) forecasts(QUIET).of(RULE, LIMIT);

        assertThat(value.runs()).isEqualTo(12);
        assertThat(value.breaks()).isLessThan(1e-4);
        assertThat(value.detectable()).isBetween(0.8, 1.4);
        assertThat(value.lowest()).isLessThan(value.highest());
    }

    @Test
    void builds_are_told_apart_by_their_content_or_else_by_their_revision() {
        List<Run> runs = List.of(
                with(Map.of("target.sha256", "a", "commit", "1")),
                with(Map.of("target.sha256", "a", "commit", "2")),
                with(Map.of("target.sha256", "a", "commit", "2", "env.FEATURE", "on")),
                with(Map.of("commit", "1")),
                with(Map.of("commit", "2")));

        assertThat(new NoiseHistory("shop", runs, List.of(), 0).builds()).isEqualTo(4);
        assertThat(QUIET.builds()).isEqualTo(1);
        assertThat(QUIET.ofOneBuild()).isEqualTo(10);
        assertThat(QUIET.pairs()).isEqualTo(40);
    }

    private static Run with(Map<String, String> context) {
        Run run = Runs.costing(0.01).run();
        return new Run(
                run.id(),
                run.service(),
                run.started(),
                run.runtime(),
                run.cpus(),
                context,
                run.fingerprint(),
                run.trials(),
                run.seconds(),
                run.warnings());
    }

    private static Forecasts forecasts(NoiseHistory past) {
        return Forecasts.of(List.of(RULE), past, Looks.DEFAULT);
    }

    private static Forecast.OfGrowth of(NoiseHistory past, Criterion criterion) {
        return (Forecast.OfGrowth) forecasts(past).of(RULE, criterion);
    }

    private static NoiseHistory past(int runs, int comparisons, double deviation) {
        List<Comparison> compared = RehearsalTest.past(comparisons, deviation);
        return new NoiseHistory("shop", RehearsalTest.runs(runs, deviation, deviation), compared, 0);
    }
}
