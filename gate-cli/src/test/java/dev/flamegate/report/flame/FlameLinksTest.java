package dev.flamegate.report.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.ProfileEvent;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlameLinksTest {
    @Test
    void a_link_to_a_method_names_it() {
        assertThat(FlameLinks.toFrame(ProfileEvent.CPU, "dev.acme.Matrix.multiply"))
                .isEqualTo("e=cpu&frame=dev.acme.Matrix.multiply");
    }

    @Test
    void names_on_a_path_are_encoded_each_on_its_own() {
        assertThat(FlameLinks.toPath(ProfileEvent.WALL, List.of("a;b", "c d&e#f")))
                .isEqualTo("e=wall&path=a%3Bb;c%20d%26e%23f");
    }

    @Test
    void a_path_too_long_for_a_link_becomes_its_method() {
        assertThat(FlameLinks.toPath(ProfileEvent.CPU, Collections.nCopies(200, "dev.acme.Deep.recurse")))
                .isEqualTo("e=cpu&frame=dev.acme.Deep.recurse");
    }

    @Test
    void a_culprit_without_a_path_is_linked_by_its_name() {
        assertThat(FlameLinks.to(new FlameInput.MarkedFrame(ProfileEvent.CPU, "a", List.of(), "")))
                .isEqualTo("e=cpu&frame=a");
    }

    @Test
    void links_that_would_run_a_script_are_refused() {
        assertThatThrownBy(() -> new FlameInput.Link("x", "javascript:alert(1)"))
                .hasMessageStartingWith("javascript:alert(1): ");
        assertThatThrownBy(() -> new FlameInput.Link("x", " data:text/html,x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new FlameInput.Link("x", "../runs/1/index.html#a:b").href()).isEqualTo("../runs/1/index.html#a:b");
    }

    @Test
    void an_input_is_checked_when_it_is_made() {
        FlameInput service = FlameExamples.service();
        assertThatThrownBy(() -> new FlameInput(
                        "t", Optional.empty(), "c", service.events(), Optional.empty(), service.sources(), List.of()))
                .hasMessage("cpu: has a baseline, but the baseline has no name");
        assertThatThrownBy(() -> new FlameInput(
                        "t", Optional.empty(), "c", List.of(), Optional.empty(), service.sources(), List.of()))
                .hasMessageStartingWith("no events");
        assertThatThrownBy(() -> new FlameEvent.Side(
                        service.events().get(0).baseline().orElseThrow().tree(), 0))
                .hasMessageStartingWith("0.0: ");
    }
}
