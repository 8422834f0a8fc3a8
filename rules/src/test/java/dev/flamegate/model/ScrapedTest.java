package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Scraped.Level;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapedTest {
    private static final MetricSeries ORDERS = new MetricSeries("orders_total", Map.of("kind", "big"));
    private static final MetricSeries HEAP = new MetricSeries("heap", Map.of());
    private static final MetricSeries LATE = new MetricSeries("late", Map.of());

    @Test
    void increments_add_up_and_levels_keep_their_meaning() {
        Scraped first = new Scraped(
                Map.of(ORDERS, 4.0), Map.of(HEAP, new Level(9, 6, 7)), Map.of(), Map.of("shop-1", 2.0, "shop-2", 1.0));
        Scraped second = new Scraped(
                Map.of(ORDERS, 2.0),
                Map.of(HEAP, new Level(8, 4, 3), LATE, new Level(6, 6, 6)),
                Map.of(),
                Map.of("shop-2", 4.0, "shop-3", 3.0));

        assertThat(Scraped.over(List.of(first, second)))
                .isEqualTo(new Scraped(
                        Map.of(ORDERS, 6.0),
                        Map.of(HEAP, new Level(9, 5, 3), LATE, new Level(6, 6, 6)),
                        Map.of(),
                        Map.of("shop-1", 2.0, "shop-2", 5.0, "shop-3", 3.0)));
    }

    @Test
    void an_answer_over_several_windows_is_their_mean_and_one_missing_is_missing() {
        Answer missing = new Answer.Missing(List.of("the query finds no series in the window"));
        Scraped first = Scraped.NOTHING.with(Map.of("wait", new Answer.Value(2), "queue", new Answer.Value(1)));
        Scraped second = Scraped.NOTHING.with(Map.of("wait", new Answer.Value(5), "queue", missing));
        Scraped third = Scraped.NOTHING.with(Map.of("queue", missing));

        assertThat(Scraped.over(List.of(first, second, third)).answers())
                .isEqualTo(Map.of("wait", new Answer.Value(3.5), "queue", missing));
    }

    @Test
    void a_series_is_found_by_its_labels_and_shown_as_in_an_exposition() {
        MetricSeries odd = new MetricSeries("a", Map.of("x", "1,\"2\"", "y", "}\\"));
        assertThat(odd.matches("a", Map.of("x", "1,\"2\""))).isTrue();
        assertThat(odd.matches("a", Map.of("x", "1"))).isFalse();
        assertThat(odd.matches("b", Map.of())).isFalse();
        assertThat(odd.matches("a", Map.of("z", ""))).isTrue();
        assertThat(odd).hasToString("a{x=\"1,\\\"2\\\"\",y=\"}\\\\\"}");
        assertThat(HEAP).hasToString("heap");
    }
}
