package dev.flamegate.publish.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.Main;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.os.FileTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class NotifyCommandTest {
    private static final String PATH = "/services/T0SECRET/XsecretX";
    private static final List<Arm> ORDER = List.of(Arm.BASELINE, Arm.CANDIDATE);

    @TempDir
    Path folder;

    private final HttpDouble server = new HttpDouble();
    private History history;
    private int number;

    @BeforeEach
    void open() {
        history = new History(folder.resolve("history"), warning -> {
            throw new AssertionError(warning);
        });
        server.reply(HttpDouble.says(200, "text/plain", "ok"));
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void only_changes_of_state_are_sent() throws IOException {
        assertThat(said(Examples.passing())).isEqualTo("nothing to send: shop is good (PASS)");
        assertThat(said(Examples.passing())).isEqualTo("nothing to send: shop is still good (PASS)");
        assertThat(said(Examples.failing())).isEqualTo("sent: shop is bad (FAIL)");
        assertThat(said(Examples.failing())).isEqualTo("nothing to send: shop is still bad (FAIL)");
        assertThat(said(Examples.inconclusive())).isEqualTo("nothing to send: shop is undecided (INCONCLUSIVE)");
        assertThat(said(Examples.failing())).isEqualTo("nothing to send: shop is still bad (FAIL)");
        assertThat(said(Examples.invalid())).isEqualTo("nothing to send: shop is undecided (INVALID)");
        assertThat(said(Examples.passing())).isEqualTo("sent: shop is good again (PASS)");
        assertThat(said(Examples.passing())).isEqualTo("nothing to send: shop is still good (PASS)");
        assertThat(server.asked()).hasSize(2);
    }

    @Test
    void a_machine_that_has_the_stored_runs_only_finds_the_same_changes() throws IOException {
        List<String> said = new ArrayList<>();
        for (GateReport report : List.of(
                Examples.failing(),
                Examples.inconclusive(),
                Examples.failing(),
                Examples.passing(),
                Examples.invalid(),
                Examples.passing(),
                Examples.failing())) {
            said.add(said(report).replaceAll(":.*", ""));
            FileTree.delete(folder.resolve("history/told"));
        }

        assertThat(said)
                .containsExactly(
                        "sent",
                        "nothing to send",
                        "nothing to send",
                        "sent",
                        "nothing to send",
                        "nothing to send",
                        "sent");
    }

    @Test
    void the_first_message_is_one_of_a_service_that_is_bad() throws IOException {
        assertThat(said(Examples.failing())).isEqualTo("sent: shop is bad (FAIL)");

        JsonNode sent = sent();
        assertThat(sent.path("service").asString()).isEqualTo("shop");
        assertThat(sent.path("before").isNull()).isTrue();
        assertThat(sent.path("broken").get(0).path("rule").asString()).isEqualTo("cpu-cost");
    }

    @Test
    void a_message_says_what_was_known_before_and_between_which_commits_it_changed() throws IOException {
        said(Examples.failing());
        said(Examples.passing());

        JsonNode before = sent().path("before");
        assertThat(before.path("state").asString()).isEqualTo("bad");
        assertThat(before.path("id").asString()).isEqualTo("run-1");
        assertThat(before.path("broken").toString()).isEqualTo("[\"cpu-cost\"]");
        assertThat(before.path("commit").asString()).isEqualTo("commit-1");
        assertThat(sent().path("commit").asString()).isEqualTo("commit-2");
        assertThat(sent().path("state").asString()).isEqualTo("good");
    }

    @Test
    void the_same_result_is_sent_once() throws IOException {
        said(Examples.failing());

        assertThat(notifies().out()).startsWith("nothing to send: shop is still bad");
        assertThat(notifies("--always").out()).startsWith("sent: shop is still bad");
        assertThat(server.asked()).hasSize(2);
    }

    @Test
    void what_could_not_be_sent_is_sent_with_the_next_result() throws IOException {
        said(Examples.passing());
        server.reply(HttpDouble.says(500, "text/plain", "broken"));
        stored(Examples.failing());
        Ended failed = notifies();
        server.reply(HttpDouble.says(200, "text/plain", "ok"));

        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.out()).isEmpty();
        assertThat(failed.err()).contains("The webhook in SLACK_WEBHOOK_URL answers with status 500: broken");
        assertThat(said(Examples.failing())).isEqualTo("sent: shop is bad (FAIL)");
        assertThat(sent().path("before").path("id").asString()).isEqualTo("run-1");
        assertThat(said(Examples.failing())).isEqualTo("nothing to send: shop is still bad (FAIL)");
    }

    @Test
    void the_very_first_message_is_not_lost_either() throws IOException {
        server.reply(HttpDouble.says(302, Map.of("Location", server.address() + "/x"), ""));
        stored(Examples.failing());
        assertThat(notifies().code()).isEqualTo(3);
        server.reply(HttpDouble.says(200, "text/plain", "ok"));

        assertThat(said(Examples.failing())).isEqualTo("sent: shop is bad (FAIL)");
        assertThat(sent().path("before").isNull()).isTrue();
    }

    @Test
    void other_branches_and_services_have_states_of_their_own() throws IOException {
        said(Examples.passing());
        number++;
        store("run-" + number, Examples.failing().judgement(), "shop", "feature");
        number++;
        store("run-" + number, Examples.failing().judgement(), "cart", "main");

        assertThat(said(Examples.passing())).isEqualTo("nothing to send: shop is still good (PASS)");
    }

    @Test
    void plans_of_one_service_have_states_by_their_key() throws IOException {
        stored(Examples.failing());
        assertThat(notifies("--key", "nightly").out()).startsWith("sent: shop is bad");
        stored(Examples.passing());
        assertThat(notifies("--key", "smoke").out()).startsWith("nothing to send: shop is good");
        stored(Examples.failing());
        assertThat(notifies("--key", "nightly").out()).startsWith("nothing to send: shop is still bad");
        assertThat(notifies("--key", "smoke").out()).startsWith("sent: shop is bad");
    }

    @Test
    void a_comparison_is_held_against_the_comparisons_before() throws IOException {
        assertThat(compared("k1", ExampleComparisons.passing())).startsWith("nothing to send: shop is good");
        assertThat(compared("k2", ExampleComparisons.failing())).startsWith("sent: shop is bad");
        FileTree.delete(folder.resolve("history/told"));
        assertThat(compared("k3", ExampleComparisons.failing())).startsWith("nothing to send: shop is still bad");
        assertThat(sent().path("kind").asString()).isEqualTo("comparison");
        assertThat(said(Examples.passing())).startsWith("nothing to send: shop is good (PASS)");
    }

    @Test
    void more_pairs_that_turn_a_comparison_are_a_change() throws IOException {
        compared("k1", ExampleComparisons.passing());
        compared("k2", ExampleComparisons.failing());

        assertThat(compared("k2", ExampleComparisons.passing())).startsWith("sent: shop is good again");
    }

    @Test
    void without_a_history_beside_it_a_result_has_its_notes() throws IOException {
        result(Examples.failing(), "elsewhere-1", 1);
        assertThat(notifies().out()).startsWith("sent: shop is bad");
        result(Examples.failing(), "elsewhere-2", 2);
        assertThat(notifies().out()).startsWith("nothing to send: shop is still bad");
        result(Examples.passing(), "elsewhere-3", 3);
        assertThat(notifies().out()).startsWith("sent: shop is good again");
    }

    @Test
    void a_damaged_note_is_a_warning_and_written_anew() throws IOException {
        said(Examples.failing());
        try (Stream<Path> notes = Files.list(folder.resolve("history/told"))) {
            for (Path note : notes.toList()) {
                Files.writeString(note, "{\"bad\": tr");
            }
        }
        stored(Examples.failing());

        Ended ended = notifies();

        assertThat(ended.out()).isEqualTo("nothing to send: shop is still bad (FAIL)\n");
        assertThat(ended.err()).startsWith("warning: ").contains("Delete it if it is damaged");
        assertThat(notifies().err()).isEmpty();
    }

    @Test
    void a_dry_run_prints_the_message_sends_nothing_and_notes_nothing() throws IOException {
        stored(Examples.failing());

        Ended dry = run(Map.of(), "--dry-run", "--as", "slack");

        assertThat(dry.code()).isZero();
        assertThat(JsonMapper.shared().readTree(dry.out()).path("text").asString())
                .startsWith("✗ FAIL: `shop` is bad. ");
        assertThat(folder.resolve("history/told")).doesNotExist();
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void links_are_those_of_the_command_line() throws IOException {
        stored(Examples.failing());

        notifies("--report-url", "https://ci.example/7", "--flame-url", "https://ci.example/flame.html");

        assertThat(sent().path("report").asString()).isEqualTo("https://ci.example/7");
        assertThat(sent().path("flame").asString()).startsWith("https://ci.example/flame.html");
    }

    @Test
    void the_address_is_shown_nowhere() throws IOException {
        StringBuilder shown = new StringBuilder();
        stored(Examples.failing());
        for (String answer : List.of("no_service for " + PATH, "ok")) {
            server.reply(HttpDouble.says(answer.equals("ok") ? 200 : 404, "text/plain", answer));
            Ended ended = notifies("--always");
            shown.append(ended.out()).append(ended.err());
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".json")).toList()) {
                shown.append(Files.readString(file));
            }
        }

        assertThat(shown)
                .doesNotContain("T0SECRET", "XsecretX", server.address().toString());
    }

    @Test
    void wrong_options_end_with_2_and_send_nothing() throws IOException {
        stored(Examples.failing());
        String address = server.address() + PATH;

        assertThat(run(Map.of("HOOK", address), "--as", "json", "--webhook-from", "HOOK"))
                .matches(ended -> ended.code() == 2)
                .matches(ended -> ended.err().contains("HOOK begins with none of"));
        assertThat(run(Map.of(), "--as", "json", "--webhook-from", "SLACK_WEBHOOK_URL"))
                .matches(ended -> ended.code() == 2)
                .matches(ended -> ended.err().contains("SLACK_WEBHOOK_URL is not set"));
        assertThat(run(Map.of(), "--as", "json").code()).isEqualTo(2);
        assertThat(run(Map.of(), "--as", "mail", "--dry-run").code()).isEqualTo(2);
        assertThat(run(Map.of(), "--dry-run").code()).isEqualTo(2);
        assertThat(notifies("--report-url", "javascript:alert(1)").code()).isEqualTo(2);
        assertThat(server.asked()).isEmpty();
    }

    @Test
    void no_result_ends_with_3() {
        Ended ended = notifies();

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("result.json does not exist");
    }

    /** Stores a run with its verdict, and what notify says of it. */
    private String said(GateReport report) throws IOException {
        stored(report);
        Ended ended = notifies();
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        return ended.out().strip();
    }

    private void stored(GateReport report) throws IOException {
        number++;
        store("run-" + number, report.judgement(), "shop", "main");
        result(report, "run-" + number, number);
    }

    private void store(String id, Judgement judgement, String service, String branch) {
        history.save(profiled(id, service, branch));
        history.saveVerdict(id, judgement, judged(number));
    }

    private String compared(String key, GateReport report) throws IOException {
        number++;
        Comparisons comparisons = new Comparisons(history, warning -> {
            throw new AssertionError(warning);
        });
        String pair = "pair-" + number;
        comparisons.save(
                key,
                pair,
                new Pair(1, ORDER, null, List.of()),
                profiled(pair + "-baseline", "shop", "main"),
                profiled(pair + "-candidate", "shop", "main"));
        comparisons.saveVerdict(key, report.judgement(), judged(number), Looks.DEFAULT);
        result(report, key, number);
        return notifies().out();
    }

    private ProfiledRun profiled(String id, String service, String branch) {
        ProfiledRun like = StoredRuns.run(id, judged(number).minusSeconds(30), "17");
        Run run = like.run();
        Map<String, String> context = new LinkedHashMap<>(run.context());
        context.put(Run.BRANCH, branch);
        context.put(Run.COMMIT, "commit-" + number);
        return new ProfiledRun(
                new Run(
                        id,
                        service,
                        run.started(),
                        run.runtime(),
                        run.cpus(),
                        context,
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                like.trials());
    }

    /** The result of a report as if it were that of another run. */
    private void result(GateReport report, String id, int minute) throws IOException {
        ObjectNode json =
                (ObjectNode) JsonMapper.shared().readTree(JsonReport.write(report, 1, "build/flamegate/index.html"));
        json.put("service", "shop");
        json.put(json.has("comparison") ? "comparison" : "run", id);
        json.put("judged", judged(minute).toString());
        Files.createDirectories(folder.resolve("report"));
        Files.writeString(folder.resolve("report/result.json"), json.toPrettyString());
    }

    private static Instant judged(int minute) {
        return StoredRuns.START.plusSeconds(60L * minute);
    }

    private Ended notifies(String... more) {
        List<String> arguments = new ArrayList<>(List.of("--as", "json", "--webhook-from", "SLACK_WEBHOOK_URL"));
        arguments.addAll(List.of(more));
        return run(Map.of("SLACK_WEBHOOK_URL", server.address() + PATH), arguments.toArray(String[]::new));
    }

    private Ended run(Map<String, String> environment, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--report",
                folder.resolve("report").toString(),
                "--history",
                folder.resolve("history").toString()));
        arguments.addAll(List.of(more));
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new NotifyCommand(environment));
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        int code = Main.execute(line, arguments.toArray(String[]::new));
        return new Ended(code, out.toString(), err.toString());
    }

    /** The message that was sent last. */
    private JsonNode sent() {
        return JsonMapper.shared()
                .readTree(server.asked().get(server.asked().size() - 1).body());
    }
}
