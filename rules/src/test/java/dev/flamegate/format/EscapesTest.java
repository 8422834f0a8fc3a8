package dev.flamegate.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EscapesTest {
    static List<String> hostile() {
        return List.of(
                "\u001b[2J\u001b]0;owned\u0007",
                "a\rb\u0008\u0085",
                "\u202egnp.exe",
                "<script>alert(1)</script>",
                "\" onload=\"alert(1)",
                "</code></details>",
                "`` ` ``` @team #1 [x](javascript:alert(1))",
                "`",
                "",
                "::error::done\n::set-env name=X::y",
                "%0A::stop-commands::x",
                "a:b,c",
                "\ud800 half a pair");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_terminal_gets_no_control_character_but_lines_and_tabs(String text) {
        String shown = Escapes.terminal("before\r\n\t" + text);

        assertThat(shown).startsWith("before\n\t");
        assertThat(shown.replace("\n", "").replace("\t", "")).doesNotContainPattern("[\\p{Cc}\\p{Cf}\\p{Cs}]");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void markdown_gets_one_code_span_on_one_line(String text) {
        String span = Escapes.markdown(text);
        String fence =
                span.substring(0, span.length() - span.replaceFirst("^`+", "").length());

        assertThat(span).doesNotContain("\n", "\r").endsWith(fence);
        assertThat(span.substring(fence.length(), span.length() - fence.length()))
                .isNotEmpty()
                .doesNotContain(fence);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void html_gets_no_markup_and_no_end_of_an_attribute(String text) {
        assertThat(Escapes.html(text)).doesNotContain("<", ">", "\"", "\n", "\u001b");
        assertThat(Escapes.code(text)).startsWith("<code>").endsWith("</code>");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_cell_of_a_table_stays_one_and_is_no_formula(String text) {
        assertThat(Escapes.csv("=" + text)).doesNotStartWith("=").doesNotContain("\n", "\r");
        String cell = Escapes.csv(text);
        assertThat(cell).matches("[^\",;]*|\"(?:[^\"]|\"\")*\"").doesNotContain("\n", "\r");
    }

    @Test
    void a_plain_cell_is_as_it_was() {
        assertThat(List.of(Escapes.csv("feature/a b"), Escapes.csv("2026-03-01T02:00:00Z"), Escapes.csv("a,\"b\"")))
                .containsExactly("feature/a b", "2026-03-01T02:00:00Z", "\"a,\"\"b\"\"\"");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_logging_command_stays_one_line_and_its_properties_stay_apart(String text) {
        assertThat(Escapes.azure(text)).doesNotContain("\n", "\r", "\u001b").doesNotContainPattern("%(?!AZP25|0A)");
        assertThat(Escapes.azureProperty(text)).doesNotContain(";", "]", "\n", "\r");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_service_message_stays_one_line_of_ascii_and_its_values_end_where_they_end(String text) {
        assertThat(Escapes.teamCity(text + "ü|'[]"))
                .matches("(?:[ -&(-Z\\\\^-{}~]|\\|[|'n\\[\\]]|\\|0x[0-9a-f]{4})*")
                .endsWith("|0x00fc|||'|[|]");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void slack_gets_one_code_span_without_mentions(String text) {
        assertThat(Escapes.slack(text + "<!here> & <@U1>"))
                .matches("`[^`<>\\n\\r]+`")
                .endsWith("&lt;!here&gt; &amp; &lt;@U1&gt;`");
        assertThat(Escapes.slack("")).isEqualTo("` `");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_card_gets_nothing_that_formats_or_links(String text) {
        String shown = Escapes.card(text);

        assertThat(shown).doesNotContain("\n", "\r", "\u001b");
        assertThat(shown.replaceAll("\\\\[\\p{Punct}]", "")).doesNotContainPattern("[\\\\`*_{}\\[\\]<>~&@]");
    }

    @Test
    void an_address_and_a_date_in_a_card_are_only_text() {
        assertThat(Escapes.card("https://a.example WWW.b.example {{DATE(2026-01-01T00:00:00Z)}} dev.acme.Shop$1:7"))
                .isEqualTo("https\\://a.example WWW\\.b.example \\{\\{DATE(2026-01-01T00:00:00Z)\\}\\}"
                        + " dev.acme.Shop$1:7");
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void a_workflow_command_stays_one_line_and_its_properties_stay_apart(String text) {
        assertThat(Escapes.command(text)).doesNotContain("\n", "\r", "\u001b").doesNotContainPattern("%(?!25|0A)");
        assertThat(Escapes.commandProperty(text)).doesNotContain(":", ",", "\n", "\r");
    }
}
