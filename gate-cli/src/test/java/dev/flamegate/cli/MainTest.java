package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.runtime.Installation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

class MainTest {
    /** A program whose commands end in an error of the virtual machine. */
    @Command(name = "broken", subcommands = Typed.class)
    static final class Broken {
        @Command(name = "method")
        int method(@Option(names = "--error") String error, @Option(names = "--json") boolean json) {
            throw error(error);
        }
    }

    /** A command that is a class. */
    @Command(name = "class")
    static final class Typed implements Callable<Integer> {
        @Option(names = "--error")
        private String error = "";

        @Option(names = "--json")
        private boolean json;

        @Override
        public Integer call() {
            throw error(error);
        }
    }

    private static Error error(String name) {
        return switch (name) {
            case "memory" -> new OutOfMemoryError("Java heap space");
            case "stack" -> new StackOverflowError();
            default -> new NoClassDefFoundError("a.B");
        };
    }

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource({"class, memory, 3", "class, stack, 70", "class, class, 70", "method, memory, 3", "method, stack, 70"})
    void an_error_of_the_virtual_machine_is_no_verdict(String command, String error, int code) {
        assertThat(run(command, "--error", error)).isEqualTo(code);
        assertThat(err.toString()).contains(code == 3 ? "FLAMEGATE_JAVA_OPTIONS=-Xmx" : "a bug in flamegate");
    }

    @Test
    void json_says_so_too() {
        assertThat(run("class", "--error", "memory", "--json")).isEqualTo(3);
        assertThat(out.toString()).contains("\"exitCode\" : 3", "\"id\" : \"out-of-memory\"", "-Xmx");
        assertThat(err.toString()).contains("More: flamegate explain out-of-memory, or docs/messages.md#out-of-memory");
    }

    @Test
    void the_first_line_of_a_version_is_for_programs_and_the_others_for_reports_of_bugs() {
        assertThat(Main.run(new String[] {"--version"}, new PrintWriter(out, true), new PrintWriter(err, true)))
                .isZero();
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("flamegate " + Installation.version()),
                        line -> assertThat(line).matches("commit ([0-9a-f]{40}(, with changes)?|unknown)"),
                        line -> assertThat(line).contains("JDK " + Runtime.version(), System.getProperty("java.home")),
                        line -> assertThat(line).contains("agent"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void the_list_of_commands_needs_none_of_them_whole() {
        CommandLine outlines = CommandList.of(CommandSpec.create(), "--help");
        CommandLine whole = CommandList.of(CommandSpec.create(), "help", "run");
        assertThat(outlines.getUsageMessage())
                .isEqualTo(whole.getUsageMessage())
                .contains("run  ", "explain  ")
                .doesNotContain("help  ", "generate-completion");
        assertThat(CommandList.of(CommandSpec.create()).getUsageMessage()).isEqualTo(whole.getUsageMessage());
        assertThat(optionsOfRun(outlines)).isZero();
        assertThat(optionsOfRun(CommandList.of(CommandSpec.create(), "compare")))
                .isZero();
        for (String first : List.of("run", "help", "generate-completion", "@file", "rum")) {
            assertThat(optionsOfRun(CommandList.of(CommandSpec.create(), first, "x")))
                    .as(first)
                    .isEqualTo(optionsOfRun(whole))
                    .isPositive();
        }
    }

    private static int optionsOfRun(CommandLine line) {
        return line.getSubcommands().get("run").getCommandSpec().options().size();
    }

    private int run(String... args) {
        CommandLine line = new CommandLine(new Broken());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return Main.execute(line, args);
    }
}
