package dev.flamegate.publish.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.report.Examples;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class AnswersTest {
    @Test
    void a_result_has_what_was_asked_for_worst_first_and_says_how_much_there_is() {
        JsonNode few = JsonMapper.shared().readTree(Answers.text(ShowResult.of(Examples.large(300, 40), 3)));

        assertThat(few.path("findings").size()).isEqualTo(3);
        assertThat(few.path("more").path("findings").asInt()).isPositive();
        assertThat(few.path("findings").path(0).path("verdict").stringValue()).isEqualTo("FAIL");
        assertThat(Answers.text(ShowResult.of(Examples.large(300, 40), 20))).hasSizeLessThan(Answers.LONGEST / 2);
    }

    @Test
    void nothing_is_hidden_in_names_and_texts_and_none_goes_on_for_ever() {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        answer.putObject("ta\u200bgs").put("a\u202eb", "un\udb40\udc41seen\nline");
        answer.put("long", "x".repeat(1_000_000));

        String text = Answers.text(answer);
        assertThat(text)
                .contains("\"ta\\\\u200Bgs\"", "\"a\\\\u202Eb\":\"un\\\\uE0041seen\\\\u000Aline\"")
                .hasSizeLessThan(Answers.LONGEST_TEXT + 200);
    }

    @Test
    void an_answer_that_nobody_could_read_is_refused() {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        for (int i = 0; i < 100; i++) {
            answer.put("text" + i, "x".repeat(2_000));
        }
        assertThatThrownBy(() -> Answers.text(answer))
                .isInstanceOf(UsageProblem.class)
                .hasMessageContaining("ask for less with `limit`");
    }
}
