package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Better;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Measurement.Missing;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnIndicatorTest {
    private static final Indicator WAIT = own("histogram_quantile(0.9, whatever)", Unit.MILLISECONDS);

    @Test
    void the_answer_of_a_server_is_the_value_in_base_units_and_runs_are_the_mean_of_trials() {
        Measured measured = (Measured) measure(
                WAIT,
                trial(Map.of(WAIT.recordedKey(), 12.0), List.of()),
                trial(Map.of(WAIT.recordedKey(), 18.0), List.of()));
        assertThat(measured.value()).isCloseTo(0.015, within(1e-12));
        assertThat(measured.trials()).hasSize(2);
        assertThat(measured.trials().get(0)).isCloseTo(0.012, within(1e-12));
    }

    @Test
    void a_trial_without_an_answer_says_why() {
        Warning why = new Warning(WAIT.missingId(), "the query answers NaN, as 0 / 0 does");
        Missing missing = (Missing)
                measure(WAIT, trial(Map.of(WAIT.recordedKey(), 12.0), List.of()), trial(Map.of(), List.of(why)));
        assertThat(missing.reason()).isEqualTo(why.message());
    }

    @Test
    void an_answer_in_some_trials_only_is_none() {
        assertThat(measure(WAIT, trial(Map.of(WAIT.recordedKey(), 12.0), List.of()), trial(Map.of(), List.of())))
                .isInstanceOf(Missing.class);
    }

    @Test
    void without_a_server_the_scraped_metric_is_in_the_querys_unit_too() {
        Trial trial = trial(Map.of("wait_ms@max", 7.0, "wait_ms{a=\"b\"}@max", 9.0), List.of());
        Measured all = (Measured) measure(own("max(max_over_time(wait_ms[$window]))", Unit.MILLISECONDS), trial);
        assertThat(all.value()).isCloseTo(0.009, within(1e-12));
    }

    @Test
    void without_a_server_there_is_nothing_to_select() {
        Trial trial = trial(Map.of("queue{a=\"b\"}@last", 7.0, "queue{a=\"c\"}@last", 1.0), List.of());
        for (String query : List.of("queue{$selector,a=\"b\"}", "queue{a=\"b\", $selector}")) {
            assertThat(((Measured) measure(own(query, Unit.count("tasks")), trial)).value())
                    .isEqualTo(7);
        }
        assertThat(((Measured) measure(own("sum(queue{$selector})", Unit.count("tasks")), trial)).value())
                .isEqualTo(8);
    }

    private static Measurement measure(Indicator indicator, Trial... trials) {
        return Evidence.of(Runs.of(List.of(trials)), indicator, Selector.ALL).get(0);
    }

    private static Trial trial(Map<String, Double> scraped, List<Warning> warnings) {
        Trial trial = Runs.costing(0.01).run().trials().get(0);
        return new Trial(
                trial.number(),
                trial.startup(),
                trial.warmUp(),
                trial.windows(),
                trial.counters(),
                trial.gauges(),
                trial.requests(),
                trial.serverLatency(),
                scraped,
                trial.load(),
                trial.profiles(),
                trial.series(),
                trial.seconds(),
                new ArrayList<>(warnings));
    }

    private static Indicator own(String query, Unit unit) {
        return Indicator.own("own.wait", unit, Better.LOWER, "own", query);
    }
}
