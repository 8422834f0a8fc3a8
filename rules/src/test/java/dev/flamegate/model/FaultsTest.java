package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Faults.Failure;
import dev.flamegate.model.Faults.Logged;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {
    @Test
    void failures_of_the_same_request_and_message_add_up_and_the_most_frequent_is_first() {
        assertThat(Failure.merged(List.of(
                        List.of(new Failure("a", "500", 3), new Failure("b", "500", 4)),
                        List.of(new Failure("a", "500", 2), new Failure("a", "503", 1)))))
                .containsExactly(new Failure("a", "500", 5), new Failure("b", "500", 4), new Failure("a", "503", 1));
    }

    @Test
    void logged_errors_that_differ_in_numbers_add_up_and_the_first_is_kept() {
        assertThat(Logged.merged(List.of(
                        List.of(new Logged(2, List.of("ERROR 17 at 0x7fa3"))),
                        List.of(new Logged(1, List.of("ERROR other")), new Logged(4, List.of("ERROR 8 at 0x1b"))))))
                .containsExactly(new Logged(6, List.of("ERROR 17 at 0x7fa3")), new Logged(1, List.of("ERROR other")));
    }

    @Test
    void every_text_is_mapped() {
        Faults faults =
                new Faults("back", List.of(new Failure("a", "x", 1)), List.of(new Logged(1, List.of("x", "y"))));

        assertThat(faults.map(text -> text.replace('x', '-')))
                .isEqualTo(new Faults(
                        "back", List.of(new Failure("a", "-", 1)), List.of(new Logged(1, List.of("-", "y")))));
    }
}
