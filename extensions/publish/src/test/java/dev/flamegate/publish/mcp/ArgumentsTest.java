package dev.flamegate.publish.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.cli.option.UsageProblem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static final List<String> WORDS = List.of("PASS", "FAIL");
    private static final List<Parameter> PARAMETERS = List.of(
            Parameter.text("method", "Which.").needed(),
            Parameter.words("verdict", "Which.", WORDS),
            Parameter.number("limit", "How many.", 1, 200));

    @Test
    void values_are_read_as_agents_write_them() {
        Arguments arguments = given("verdict", "fail", "limit", 20.0);

        assertThat(arguments.text("method")).contains("a.B.c");
        assertThat(arguments.words("verdict", WORDS)).containsExactly("FAIL");
        assertThat(given("verdict", List.of("pass", "FAIL")).words("verdict", WORDS))
                .containsExactly("PASS", "FAIL");
        assertThat(arguments.number("limit", 5, 1, 200)).isEqualTo(20);
    }

    @Test
    void what_is_null_is_not_given() {
        Map<String, Object> given = new HashMap<>(Map.of("method", "a.B.c"));
        given.put("limit", null);
        given.put("verdict", null);

        Arguments arguments = new Arguments(PARAMETERS, given);
        assertThat(arguments.number("limit", 5, 1, 200)).isEqualTo(5);
        assertThat(arguments.words("verdict", WORDS)).isEmpty();
    }

    @Test
    void mistakes_are_said_in_plain_words() {
        refused(() -> new Arguments(PARAMETERS, Map.of()), "`method` is missing: Which.");
        refused(() -> given("limits", 3), "there is no argument `limits`: did you mean `limit`?");
        refused(
                () -> given("xyzzyxyzzy", 3),
                "there is no argument `xyzzyxyzzy`: there are `method`, `verdict` and `limit`");
        refused(() -> given("verdict", "RED").words("verdict", WORDS), "`verdict` is `PASS` or `FAIL`, not `RED`");
        refused(() -> given("verdict", List.of(1)).words("verdict", WORDS), "`verdict` is a list of texts");
        refused(() -> given("method", 7).text("method"), "`method` is a text that is not empty");
        for (Object number : List.of(0, 201, 1.5, "20", 1e300, Double.NaN)) {
            refused(() -> given("limit", number).number("limit", 5, 1, 200), "a whole number from 1 to 200");
        }
    }

    private static void refused(Runnable reading, String message) {
        assertThatThrownBy(reading::run).isInstanceOf(UsageProblem.class).hasMessageContaining(message);
    }

    private static Arguments given(Object... namesAndValues) {
        Map<String, Object> given = new HashMap<>(Map.of("method", "a.B.c"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            given.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return new Arguments(PARAMETERS, given);
    }
}
