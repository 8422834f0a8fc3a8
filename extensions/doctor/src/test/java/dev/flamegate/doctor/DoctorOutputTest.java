package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.check.Check;
import dev.flamegate.check.Check.Group;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.cli.Main;
import dev.flamegate.model.message.MessageList;
import dev.flamegate.report.text.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DoctorOutputTest {
    private static final List<Check.Report> SOME = List.of(
            new Check.Report(
                    "java", Group.JAVA, new CheckResult(Status.OK, "17.0.15 for gate and target", "", Map.of())),
            new Check.Report(
                    "cpus",
                    Group.MACHINE,
                    new CheckResult(Status.WARN, "1 CPU", "Use a machine with two CPUs or more.", Map.of("cpus", 1.0))),
            new Check.Report(
                    "governor", Group.MACHINE, new CheckResult(Status.SKIP, "not this kernel's", "", Map.of())),
            new Check.Report(
                    "port",
                    Group.PLAN,
                    new CheckResult(
                            Status.FAIL,
                            "port 8080 is in use: another process listens on it, which is why the service cannot",
                            "End it.",
                            Map.of())));

    @Test
    void people_see_groups_marks_remedies_and_what_it_comes_to() {
        assertThat(String.join("\n", text(new Terminal(70, false)))).isEqualTo("""
                Java and profiler
                  ✓ java             17.0.15 for gate and target

                This machine
                  ! cpus             1 CPU
                                     → Use a machine with two CPUs or more.
                  - governor         not this kernel's

                The plan
                  ✗ port             port 8080 is in use: another process listens on
                                     it, which is why the service cannot
                                     → End it.

                This would stop a run of flamegate.yaml: port. Worth a look: cpus.
                More: flamegate explain port, or docs/messages.md#port""");
    }

    @Test
    void colour_changes_no_letter() {
        List<String> coloured = text(new Terminal(70, true)).stream()
                .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
                .toList();

        assertThat(coloured).isEqualTo(text(new Terminal(70, false)));
        assertThat(String.join("", text(new Terminal(70, true)))).contains("\u001b[31m✗");
    }

    @Test
    void the_json_keeps_the_published_schema_wherever_it_is_written() throws IOException {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            String json = DoctorJson.write(SOME, 3, true);

            assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
            assertThat(JsonMapper.shared().readTree(json).get("status").asString())
                    .isEqualTo("fail");
            assertThat(schema().validate(json.replace("\"warn\"", "\"bad\""), InputFormat.JSON))
                    .isNotEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void the_command_looks_at_a_machine_without_a_plan(@TempDir Path history) throws IOException {
        StringWriter out = new StringWriter();
        int code = run(out, "doctor", "--no-noise", "--json", "--history", history.toString());

        assertThat(schema().validate(out.toString(), InputFormat.JSON)).isEmpty();
        JsonNode result = JsonMapper.shared().readTree(out.toString());
        assertThat(result.get("plan").asBoolean()).isFalse();
        assertThat(result.get("exitCode").asInt()).isEqualTo(code);
        List<String> ids = new ArrayList<>();
        result.get("checks").forEach(check -> ids.add(check.get("id").asString()));
        assertThat(ids)
                .doesNotHaveDuplicates()
                .contains("java", "cpus", "memory", "tmp", "history", "git")
                .doesNotContain("target", "port");
        assertThat(ids).allMatch(id -> MessageList.find(id).isPresent());
        String guide = Files.readString(Path.of("..", "..", "docs", "doctor.md"));
        assertThat(ids).allMatch(id -> guide.contains("`" + id + "`"));
    }

    @Test
    void a_plan_that_is_named_and_missing_is_an_error_of_usage() {
        assertThat(run(new StringWriter(), "doctor", "--plan", "no-such-plan.yaml"))
                .isEqualTo(2);
    }

    private static int run(StringWriter out, String... arguments) {
        return Main.run(arguments, new PrintWriter(out, true), new PrintWriter(new StringWriter(), true));
    }

    private static List<String> text(Terminal terminal) {
        DoctorText text = new DoctorText(terminal);
        List<String> lines = new ArrayList<>();
        SOME.forEach(report -> lines.addAll(text.lines(report)));
        lines.addAll(text.end(SOME, true, Path.of("flamegate.yaml")));
        return lines;
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                .getSchema(Files.readString(Path.of("..", "..", "docs", "schema", "doctor.schema.json")));
    }
}
