package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColdPassTest {
    private final ColdPass pass = new ColdPass(List.of("GET /rate", "GET /rare"));

    @Test
    void five_requests_of_each_name_are_counted() {
        for (int i = 0; i < 5; i++) {
            count("GET /rate", 1000);
        }

        assertThat(pass.wants("GET /rate")).isFalse();
        assertThat(pass.wants("GET /rare")).isTrue();
        assertThat(pass.wants("GET /new")).isFalse();
        assertThat(pass.isOver()).isFalse();
        for (int i = 0; i < 5; i++) {
            count("GET /rare", 10);
        }
        assertThat(pass.isOver()).isTrue();
    }

    @Test
    void requests_that_the_agent_leaves_out_are_not_waited_for_forever() {
        for (int i = 0; i < 10; i++) {
            pass.tried("GET /rate");
            pass.tried("GET /rare");
        }

        assertThat(pass.isOver()).isTrue();
    }

    @Test
    void a_figure_needs_three_requests_and_one_that_does_something_else_is_not_it() {
        count("GET /rare", 10);
        count("GET /rare", 10);
        for (int work : new int[] {1000, 1000, 90_000, 1000, 1000}) {
            count("GET /rate", work);
        }

        assertThat(figures("GET /rare")).isEmpty();
        assertThat(figures("GET /new")).isEmpty();
        assertThat(figures("GET /rate"))
                .containsExactly(Map.entry(WorkCount.COLD_INSTRUCTIONS, new Work.PerRequest(1000, 0)));
    }

    @Test
    void requests_have_names_and_places_of_their_own_in_the_table() {
        assertThat(pass.names()).containsExactly("GET /rate after a collection", "GET /rare after a collection");
        assertThat(pass.position("GET /rare")).isEqualTo(1);
    }

    private Map<WorkCount, Work.PerRequest> figures(String request) {
        Map<WorkCount, Work.PerRequest> known = new EnumMap<>(WorkCount.class);
        pass.addTo(request, known);
        return known;
    }

    private void count(String request, long instructions) {
        pass.add(request, "", new long[] {instructions, 1, 0, 0, 0, 0, 0, 0});
        pass.tried(request);
    }
}
