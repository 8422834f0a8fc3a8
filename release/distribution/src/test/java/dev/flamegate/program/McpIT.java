package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** {@code flamegate mcp} as agents' programs start it. */
@DisabledOnOs(OS.WINDOWS)
@Tag("side-by-side")
class McpIT {
    private static final String QUESTIONS = """
            garbage
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_runs"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void it_answers_on_stdout_until_stdin_ends() throws IOException, InterruptedException {
        Process program = start("", "mcp");
        try (OutputStream in = program.getOutputStream()) {
            in.write(QUESTIONS.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();

        assertThat(program.exitValue()).isZero();
        assertThat(Files.readAllLines(folder.resolve("out")))
                .satisfiesExactly(
                        refused -> assertThat(refused).contains("\"code\":-32700"),
                        hello -> assertThat(hello).contains("\"serverInfo\":{\"name\":\"flamegate\""),
                        runs -> assertThat(runs).contains("{\\\"runs\\\":[],\\\"comparisons\\\":[]}"));
        assertThat(folder.resolve("err")).isEmptyFile();
        assertThat(folder.resolve(".flamegate")).doesNotExist();
    }

    @Test
    void no_other_command_loads_the_sdk() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("rules.yaml"), "version: 1\nrules: []\n");
        for (List<String> command :
                List.of(List.of("mcp"), List.of("--help"), List.of("rules", "check", "rules.yaml"))) {
            Path loaded = folder.resolve("classes");
            Process program = start("-Xlog:class+load:file=" + loaded, command.toArray(String[]::new));
            program.getOutputStream().close();
            assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
            String classes = Files.readString(loaded);
            assertThat(classes).contains("dev.flamegate.cli.Main ");
            assertThat(classes.contains(" io.modelcontextprotocol.") || classes.contains(" reactor."))
                    .as("%s", command)
                    .isEqualTo(command.equals(List.of("mcp")));
        }
    }

    private Process start(String options, String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Program.script().toString());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("FLAMEGATE_JAVA_OPTIONS", options);
        return builder.directory(folder.toFile())
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }
}
