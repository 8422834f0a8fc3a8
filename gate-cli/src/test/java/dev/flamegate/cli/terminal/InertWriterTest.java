package dev.flamegate.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InertWriterTest {
    private final StringWriter log = new StringWriter();
    private final PrintWriter behind = new PrintWriter(log, true);

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            delimiter = '|',
            value = {
                "##vso[task.setvariable variable=PATH]/tmp/evil|#·#vso[task.setvariable variable=PATH]/tmp/evil",
                "request GET ##VSO[task.complete]|request GET #·#VSO[task.complete]",
                "  ✗ ##teamcity[buildProblem]|  ✗ #·#teamcity[buildProblem]",
                "###[command]|##·#[command]",
                "::add-mask::x|:·:add-mask::x",
                "  ::set-env name=A::b|  :·:set-env name=A::b",
                "std::vector ## heading [1]|std::vector ## heading [1]"
            })
    void a_text_is_no_command_of_a_runner(String text, String shown) {
        for (String variable : new String[] {"CI", "TF_BUILD", "TEAMCITY_VERSION", "GITHUB_ACTIONS"}) {
            log.getBuffer().setLength(0);

            writer(Map.of(variable, "true")).println(text);

            assertThat(log.toString().strip()).isEqualTo(shown.strip());
        }
    }

    @Test
    void a_mark_in_several_pieces_is_one() {
        PrintWriter writer = writer(Map.of("CI", "true"));

        writer.print("a #");
        writer.print("#vso");
        writer.print("[x]\n:");
        writer.println(":error::x");

        assertThat(log.toString()).isEqualTo("a #·#vso[x]\n:·:error::x" + System.lineSeparator());
    }

    @Test
    void the_rest_of_a_line_that_was_flushed_is_no_beginning() {
        PrintWriter writer = writer(Map.of("CI", "true"));

        writer.print("a");
        writer.flush();
        writer.println("::b");

        assertThat(log.toString().strip()).isEqualTo("a::b");
    }

    @Test
    void without_a_runner_and_for_commands_the_text_stays() {
        writer(Map.of()).println("::b ##[c]");
        Console.forCommands(writer(Map.of("CI", "true"))).println("::error::x");

        assertThat(log.toString().lines()).containsExactly("::b ##[c]", "::error::x");
        assertThat(Console.forCommands(behind)).isSameAs(behind);
    }

    private PrintWriter writer(Map<String, String> environment) {
        return InertWriter.of(behind, environment);
    }
}
