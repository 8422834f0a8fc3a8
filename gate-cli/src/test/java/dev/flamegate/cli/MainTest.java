package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
        assertThat(out.toString()).contains("\"exitCode\" : 3", "-Xmx");
    }

    private int run(String... args) {
        CommandLine line = new CommandLine(new Broken());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return Main.execute(line, args);
    }
}
