package dev.flamegate.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
    void a_workflow_command_stays_one_line_and_its_properties_stay_apart(String text) {
        assertThat(Escapes.command(text)).doesNotContain("\n", "\r", "\u001b").doesNotContainPattern("%(?!25|0A)");
        assertThat(Escapes.commandProperty(text)).doesNotContain(":", ",", "\n", "\r");
    }
}
