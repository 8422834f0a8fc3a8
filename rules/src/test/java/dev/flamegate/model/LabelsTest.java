package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {
    @Test
    void labels_come_back_from_the_context_of_a_run() {
        Labels labels = new Labels("after the JDK update", Map.of("release", "2.4", "night", "yes"));
        Map<String, String> context = new HashMap<>(labels.context());
        context.put(Run.COMMIT, "0a1b2c");

        assertThat(run(context).labels()).isEqualTo(labels);
        assertThat(labels.text()).isEqualTo("night=yes, release=2.4: after the JDK update");
        assertThat(run(Map.of(Run.COMMIT, "0a1b2c")).labels()).isEqualTo(Labels.NONE);
    }

    @Test
    void a_context_that_no_gate_wrote_has_no_labels() {
        assertThat(run(Map.of(Run.TAG + "no key", "x")).labels()).isEqualTo(Labels.NONE);
    }

    @Test
    void what_cannot_be_kept_is_refused() {
        assertThatThrownBy(() -> new Labels("", Map.of("1st", "x"))).hasMessageContaining("\"1st\" is no key of a tag");
        assertThatThrownBy(() -> new Labels("", Map.of("release", " ")))
                .hasMessageContaining("value of tag release has to have 1 to 100 characters");
        assertThatThrownBy(() -> new Labels("x".repeat(501), Map.of())).hasMessageContaining("at most 500");
    }

    private static Run run(Map<String, String> context) {
        return new Run(
                "r1",
                "shop",
                Instant.EPOCH,
                "process",
                1,
                context,
                new Fingerprint(Map.of()),
                List.of(),
                Map.of(),
                List.of());
    }
}
