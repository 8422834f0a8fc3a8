package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Scraped.Level;
import dev.flamegate.model.Warning;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrapedV1Test {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders_total",
                "orders_total{kind=\"x\"}",
                "a{x=\"1, 2\",y=\"z\"}",
                "a{x=\"say \\\"hi\\\"\"}",
                "a{x=\"}\",y=\"{\"}",
                "a{x=\"C:\\\\temp\\nnew\"}",
                "a{x=\"y=\\\"z\\\",\"}",
                "a{x=\"\"}",
                "http.requests{http.route=\"/a\"}",
                "a{b",
                "a{x=\"b\"}c",
                "a{x=\"b",
                "a{}",
                "{",
                ""
            })
    void a_key_of_an_older_record_is_written_again_as_it_was(String key) {
        Map<String, Double> stored =
                Map.of(key, 1.0, key + "@max", 4.0, key + "@mean", 3.0, key + "@last", 2.0, key + "2@last", 5.0);

        assertThat(ScrapedV1.write(ScrapedV1.read(stored, List.of()))).isEqualTo(stored);
    }

    @Test
    void instances_are_read_as_they_were_written() {
        Scraped scraped = Scraped.NOTHING.ofInstances(Map.of("shop-1", 2.0, "shop@2/x", 1.0));

        assertThat(ScrapedV1.read(ScrapedV1.write(scraped), List.of())).isEqualTo(scraped);
    }

    @Test
    void labels_are_read_as_they_were_exposed() {
        Scraped read = ScrapedV1.read(
                Map.of("a{x=\"1, \\\"2\\\"\",y=\"}\\\\\\n\"}", 1.0, "q@max", 3.0, "q@mean", 2.0, "q@last", 1.0),
                List.of());

        assertThat(read)
                .isEqualTo(new Scraped(
                        Map.of(new MetricSeries("a", Map.of("x", "1, \"2\"", "y", "}\\\n")), 1.0),
                        Map.of(new MetricSeries("q", Map.of()), new Level(3, 2, 1)),
                        Map.of()));
    }

    @Test
    void an_answer_is_a_number_or_the_reasons_in_the_warnings() {
        Scraped read = ScrapedV1.read(
                Map.of("indicator/wait@mean", 12.0, "indicator/queue@mean", 7.0),
                List.of(
                        new Warning("indicator/queue", "the query answers NaN, as 0 / 0 does"),
                        new Warning("indicator/queue", "the query finds no series in the window"),
                        new Warning("last-push", "late")));

        assertThat(read.answers())
                .isEqualTo(Map.of(
                        "wait",
                        new Answer.Value(12),
                        "queue",
                        new Answer.Missing(List.of(
                                "the query answers NaN, as 0 / 0 does", "the query finds no series in the window"))));
    }
}
