package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Problems;
import dev.flamegate.plan.yaml.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Files made to hurt. The limit of time has a thread of its own, since a reader that loops heeds no interrupt. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileFilesTest {
    @Test
    void ten_megabytes_are_refused_unread() {
        assertThat(messages("a: b\n".repeat(2_000_000)))
                .containsExactly("the file is longer than 256 KiB: this is neither a plan nor a rule file");
    }

    @Test
    void deep_nesting_is_refused_where_it_gets_too_deep() {
        for (String open : List.of("[", "{a: ", "- ")) {
            assertThat(messages(open.repeat(60_000))).containsExactly("nested more than 16 deep");
        }
    }

    @Test
    void a_full_file_of_unknown_keys_is_answered_with_the_first_200() {
        String text = "x: 1\n".repeat(50_000);

        List<String> messages = messages(text);

        assertThat(messages).hasSize(Problems.MOST + 1).contains("more than 200 problems; the rest is not listed");
    }

    @Test
    void a_full_file_of_wrong_criteria_on_one_line_is_answered() {
        String rule = "{id: a, indicator: latency.p99, must: '< 5 sm'},";
        String text = "rules: [" + rule.repeat(250_000 / rule.length()) + "]";

        assertThat(messages(text)).hasSize(Problems.MOST + 1);
    }

    @Test
    void a_full_file_of_one_word_is_answered() {
        assertThat(messages("x".repeat(250_000))).hasSize(1).allMatch(message -> message.length() < 300);
        assertThat(messages("x".repeat(1000) + ": 1")).contains("unknown key `" + "x".repeat(40) + "…`");
    }

    @Test
    void a_number_of_absurd_size_is_out_of_range() {
        assertThat(planMessages("{target: {jar: a.jar, port: 1e999999999, limits: {cpus: 1e999}}, trials: 1e400}"))
                .hasSize(3);
        assertThat(planMessages("{target: {jar: a.jar, limits: {memory: " + "9".repeat(400) + " MiB}}}"))
                .hasSize(1);
    }

    @Test
    void long_values_take_no_stack() {
        String pods = "a|b|".repeat(10_000);
        Plan plan = PlanReader.read(
                new Source(
                        "a.yaml",
                        "target: {jar: a.jar}\nprometheus: {selector: 'pod=~\"" + pods + "\""
                                + ", a=\"b\"".repeat(5_000) + "'}\nload: {simulation: " + "a.".repeat(30_000) + "B}"),
                Map.of());
        assertThat(plan.servers().prometheus().selector()).contains(pods);

        assertThat(RemoteSpec.parse("s3://bucket" + "/a".repeat(60_000)).text()).endsWith("/a/a");
        assertThat(RemoteSpec.parse("git:origin#a" + "/a".repeat(60_000)).text())
                .endsWith("/a/a");
        assertThat(catchThrowableOfType(
                                IllegalArgumentException.class,
                                () -> RemoteSpec.parse("git:https://ghp_token@github.com/o/r"))
                        .getMessage())
                .doesNotContain("ghp_token");
        assertThat(messages("indicators: {" + "a.".repeat(50_000) + "a: {}}\nrules: []"))
                .isNotEmpty();
    }

    @Test
    void half_a_character_is_refused_wherever_it_is() {
        for (int length = 1000; length < 1050; length++) {
            String text = "# " + "x".repeat(length);
            assertThat(messages(text + "\uD83D\uD83D\n"))
                    .containsExactly("the character U+D83D is not allowed in YAML");
            assertThat(messages(text + "\uDE00")).containsExactly("the character U+DE00 is not allowed in YAML");
        }
    }

    @Test
    void a_character_of_two_halves_may_lie_anywhere() {
        for (int length = 1000; length < 1050; length++) {
            assertThat(messages("# " + "x".repeat(length) + "\uD83D\uDE00".repeat(2000) + "\n"))
                    .containsExactly("the file is empty");
        }
    }

    @Test
    void control_characters_do_not_reach_the_terminal() {
        PlanProblems problems = catchThrowableOfType(
                PlanProblems.class,
                () -> RulesReader.read(List.of(new Source("a.yaml", "\"x\u0085\\e[31m\": 1\nb: \u0000"))));

        assertThat(problems.getMessage().chars().filter(Character::isISOControl))
                .containsOnly((int) '\n');
    }

    private static List<String> messages(String text) {
        return catchThrowableOfType(PlanProblems.class, () -> RulesReader.read(List.of(new Source("a.yaml", text))))
                .problems()
                .stream()
                .map(Problem::message)
                .toList();
    }

    private static List<String> planMessages(String text) {
        return catchThrowableOfType(PlanProblems.class, () -> PlanReader.read(new Source("a.yaml", text), Map.of()))
                .problems()
                .stream()
                .map(Problem::message)
                .toList();
    }
}
