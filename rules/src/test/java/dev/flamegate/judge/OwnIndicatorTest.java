package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Scraped.Level;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Measurement.Missing;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.testing.TrialBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnIndicatorTest {
    private static final Indicator WAIT = own("histogram_quantile(0.9, whatever)", Unit.MILLISECONDS);

    @Test
    void the_answer_of_a_server_is_the_value_in_base_units_and_runs_are_the_mean_of_trials() {
        Measured measured = (Measured) measure(WAIT, answered(new Answer.Value(12)), answered(new Answer.Value(18)));
        assertThat(measured.value()).isCloseTo(0.015, within(1e-12));
        assertThat(measured.trials()).hasSize(2);
        assertThat(measured.trials().get(0)).isCloseTo(0.012, within(1e-12));
    }

    @Test
    void whole_numbers_are_known_to_one_only() {
        Indicator tasks = own("tasks", Unit.count("tasks"));
        Measured counted = (Measured) measure(tasks, answered(new Answer.Value(30)), answered(new Answer.Value(30)));
        Measured exact = (Measured) measure(tasks, answered(new Answer.Value(30.5)), answered(new Answer.Value(30)));

        assertThat(PairNoise.step(counted, counted)).isCloseTo(Math.log(31 / 30.0), within(1e-12));
        assertThat(PairNoise.step(counted, exact)).isZero();
    }

    @Test
    void a_trial_without_an_answer_says_why() {
        Missing missing = (Missing) measure(
                WAIT,
                answered(new Answer.Value(12)),
                answered(new Answer.Missing(List.of("the query returns NaN, as 0 / 0 does"))));
        assertThat(missing.reason()).isEqualTo("the query returns NaN, as 0 / 0 does");
    }

    @Test
    void an_answer_in_some_trials_only_is_none() {
        assertThat(measure(WAIT, answered(new Answer.Value(12)), trial(Scraped.NOTHING)))
                .isInstanceOf(Missing.class);
    }

    @Test
    void without_a_server_the_scraped_metric_is_in_the_querys_unit_too() {
        Trial trial = levels(Map.of(Map.of(), new Level(7, 1, 1), Map.of("a", "b"), new Level(9, 2, 2)), "wait_ms");
        Measured all = (Measured) measure(own("max(max_over_time(wait_ms[$window]))", Unit.MILLISECONDS), trial);
        assertThat(all.value()).isCloseTo(0.009, within(1e-12));
    }

    @Test
    void without_a_server_there_is_nothing_to_select() {
        Trial trial =
                levels(Map.of(Map.of("a", "b"), new Level(9, 8, 7), Map.of("a", "c"), new Level(3, 2, 1)), "queue");
        for (String query : List.of("queue{$selector,a=\"b\"}", "queue{a=\"b\", $selector}")) {
            assertThat(((Measured) measure(own(query, Unit.count("tasks")), trial)).value())
                    .isEqualTo(7);
        }
        assertThat(((Measured) measure(own("sum(queue{$selector})", Unit.count("tasks")), trial)).value())
                .isEqualTo(8);
    }

    @Test
    void a_label_may_have_any_value() {
        Unit tasks = Unit.count("tasks");
        Trial trial = levels(
                Map.of(
                        Map.of("a", "x, y"), new Level(1, 1, 1),
                        Map.of("a", "say \"hi\""), new Level(2, 2, 2),
                        Map.of("a", "{id}"), new Level(4, 4, 4),
                        Map.of("a", "C:\\temp"), new Level(8, 8, 8),
                        Map.of("a", "x", "b", "a=\"{id}\""), new Level(16, 16, 16),
                        Map.of("ba", "{id}"), new Level(32, 32, 32)),
                "queue");
        Map<String, Double> expected = Map.of(
                "queue{a=\"x, y\"}", 1.0,
                "queue{a=\"say \\\"hi\\\"\"}", 2.0,
                "max(queue{ a = \"{id}\", $selector })", 4.0,
                "queue{a=\"C:\\\\temp\"}", 8.0,
                "sum(max_over_time(queue{$selector,a=`x`}[$window]))", 16.0,
                "queue{a='x', b='a=\"{id}\"',}", 16.0,
                "sum(queue{a=\"\"})", 32.0,
                "sum(queue{})", 63.0);
        expected.forEach((query, value) -> assertThat(((Measured) measure(own(query, tasks), trial)).value())
                .as(query)
                .isEqualTo(value));
    }

    @Test
    void a_form_that_only_a_server_answers_says_so() {
        Trial trial = levels(Map.of(Map.of(), new Level(1, 1, 1)), "queue");
        for (String query : List.of(
                "queue{a=~\"b.*\"}", "queue{a!=\"b\"}", "queue / 2", "sum(queue", "min(queue)", "queue{a=\"b", "")) {
            assertThat(((Missing) measure(own(query, Unit.count("tasks")), trial)).reason())
                    .as(query)
                    .startsWith("this query needs a Prometheus");
        }
    }

    private static Measurement measure(Indicator indicator, Trial... trials) {
        return Evidence.of(Runs.of(List.of(trials)), indicator, Selector.ALL).get(0);
    }

    private static Trial answered(Answer answer) {
        return trial(Scraped.NOTHING.with(Map.of(WAIT.name(), answer)));
    }

    private static Trial levels(Map<Map<String, String>, Level> byLabels, String metric) {
        Map<MetricSeries, Level> levels = new HashMap<>();
        byLabels.forEach((labels, level) -> levels.put(new MetricSeries(metric, labels), level));
        return trial(new Scraped(Map.of(), levels, Map.of()));
    }

    private static Trial trial(Scraped scraped) {
        Trial trial = Runs.costing(0.01).run().trials().get(0);
        return TrialBuilder.like(trial).scraped(scraped).build();
    }

    private static Indicator own(String query, Unit unit) {
        return Indicator.own("own.wait", unit, Better.LOWER, "own", query);
    }
}
