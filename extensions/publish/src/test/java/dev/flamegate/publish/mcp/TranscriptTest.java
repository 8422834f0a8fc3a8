package dev.flamegate.publish.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an agent sends and gets, line by line. Rewrite the answers with {@code -Dgolden.update=true}, and read the difference.
 */
class TranscriptTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "mcp");
    private static final String HELLO = """
            {"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    @BeforeEach
    void store() throws IOException {
        Files.writeString(folder.resolve("flamegate.yaml"), """
                version: 1
                service: shop
                target: {jar: shop.jar}
                rules: [rules.yaml]
                history: history
                """);
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: cost
                    indicator: cpu.per-request
                    must: ["< 20 ms", "< 5% growth vs previous run"]
                    why: the checkout has to fit on two CPUs
                  - id: garbage
                    indicator: alloc.per-request
                    should: "< 5% growth vs baseline"
                    owner: shop team
                """);
        History history = new History(folder.resolve("history"), warning -> {});
        history.save(run("r1", 0, "shop/Main.run;shop/Prices.sum 1000000000\n"));
        history.save(run(
                "r2",
                60,
                "shop/Main.run;shop/Prices.sum 1000000000\nshop/Main.run;shop/Prices.sum;shop/Prices.multiply 500000000\n"
                        + "shop/Main.run;shop/Ignore\u202e\u200b.all 100000000\n"));
        for (int pair = 1; pair <= 3; pair++) {
            new Comparisons(history, warning -> {})
                    .save(
                            "k1",
                            "p" + pair,
                            new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                            run("p" + pair + "-baseline", 120, "shop/Main.run;shop/Prices.sum 1000000000\n"),
                            run(
                                    "p" + pair + "-candidate",
                                    120,
                                    "shop/Main.run;shop/Prices.sum 1000000000\nshop/Prices.sum;shop/Prices.multiply "
                                            + (500 + pair) + "000000\n"));
        }
    }

    @Test
    void an_agent_asks_and_is_answered() throws IOException {
        String answers = ask(Files.readString(GOLDEN.resolve("questions.jsonl")));

        Path golden = GOLDEN.resolve("answers.jsonl");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, answers);
        }
        assertThat(answers).isEqualTo(Files.readString(golden));
        assertThat(err.toString()).contains("warning: there is no run r9").doesNotContain("bug");
    }

    @Test
    void what_is_no_question_is_refused_and_the_next_one_answered() {
        String answers = ask("\n\u0000\u0001\n{\"jsonrpc\":\"2.0\"}\n[" + "[".repeat(5000) + "\n\""
                + "x".repeat(1 << 21) + "\"\n" + HELLO + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");

        assertThat(answers.lines()).hasSize(6);
        assertThat(answers.lines().limit(4))
                .allSatisfy(line ->
                        assertThat(line).startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32"));
        assertThat(answers.lines().skip(3).findFirst().orElseThrow()).contains("longer than 1048576 bytes");
        assertThat(answers).endsWith("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n");
    }

    @Test
    void plan_and_history_are_those_of_the_moment() throws IOException {
        Files.writeString(folder.resolve("rules.yaml"), "version: 1\nrules: [{id: late}]\n");
        assertThat(text(ask(HELLO + call("list_rules", ""))))
                .contains("rules.yaml:2:9", "late")
                .contains("\n");
        Files.delete(folder.resolve("flamegate.yaml"));
        assertThat(text(ask(HELLO + call("show_result", "")))).contains("there is no plan");
    }

    @Test
    void skipped_records_are_said_in_the_answer() throws IOException {
        Files.writeString(folder.resolve("history/runs/r1/run.json"), "{");

        assertThat(text(ask(HELLO + call("list_runs", ""))))
                .contains("\"run\":\"r2\"", "\"warnings\":[\"run r1 is skipped")
                .doesNotContain("\"run\":\"r1\"");
    }

    @Test
    void an_end_in_the_middle_of_a_line_or_a_reader_that_is_gone_ends_it() {
        assertThat(ask("")).isEmpty();
        assertThat(ask(HELLO + "{\"jsonrpc\":")).endsWith("is not a JSON-RPC message\"}}\n");

        int[] written = {0};
        serve(HELLO + call("list_runs", "").repeat(100), new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                written[0]++;
                throw new IOException("Broken pipe");
            }
        });
        assertThat(written[0]).isOne();
    }

    private static ProfiledRun run(String id, int seconds, String stacks) {
        ProfiledRun run = StoredRuns.run(id, StoredRuns.START.plusSeconds(seconds), "17");
        CallTree tree = Collapsed.read(stacks);
        return new ProfiledRun(run.run(), List.of(Map.of(ProfileEvent.CPU, tree)));
    }

    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":{" + arguments + "}}}\n";
    }

    /** The text of the last answer. */
    private static String text(String answers) {
        JsonNode last = JsonMapper.shared()
                .readTree(answers.lines().reduce((first, second) -> second).orElseThrow());
        return last.path("result").path("content").path(0).path("text").stringValue();
    }

    /** The answers, without what differs between machines and days. */
    private String ask(String questions) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serve(questions, out);
        return out.toString(StandardCharsets.UTF_8)
                .replace(folder.toString(), "FOLDER")
                .replace(Installation.version(), "VERSION")
                .replaceAll("(judged\\\\\":\\\\\")[^\\\\]+", "$1TIME");
    }

    private void serve(String questions, OutputStream out) {
        StoreOptions store = CommandLine.populateCommand(
                new StoreOptions(), "--plan", folder.resolve("flamegate.yaml").toString());
        InputStream in = new ByteArrayInputStream(questions.getBytes(StandardCharsets.UTF_8));
        new AgentServer(McpCommand.tools(), () -> new Stored(store), new PrintWriter(err, true)).serve(in, out);
    }
}
