package dev.flamegate.init.accept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import dev.flamegate.testing.TrialBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From the command line to the verdict: a service whose memory grew by 10 %, with a limit of 5 %. */
class AcceptCommandTest {
    private static final String NEXT_MONTH =
            LocalDate.now(ZoneOffset.UTC).plusDays(30).toString();

    @TempDir
    private Path folder;

    private Path plan;
    private Path ledger;

    @BeforeEach
    void write() throws IOException {
        plan = folder.resolve("flamegate.yaml");
        ledger = folder.resolve("flamegate-accepted.yaml");
        Files.writeString(plan, """
                version: 1
                service: shop
                target: {jar: shop.jar}
                load: {simulation: shop.Simulation, classpath: [classes]}
                rules: [rules.yaml]
                history: history
                """);
        rules("< 5% growth vs previous run");
        store("r1", 0, 2.0e8, "");
        store("r2", 1, 2.2e8, "");
    }

    @Test
    void an_accepted_growth_passes_and_every_report_says_who_and_why() throws IOException {
        assertThat(judge().code()).isEqualTo(1);

        Ended accepted = accept("memory", "--up-to", "12%", "--reason", "a larger cache: #77", "--expires", NEXT_MONTH);

        assertThat(accepted.err()).isEmpty();
        assertThat(accepted.code()).isZero();
        assertThat(accepted.out()).contains("flamegate-accepted.yaml", "commit it together with the change");
        assertThat(Files.readString(ledger))
                .contains("- rule: memory", "up-to: 12%", "reason: \"a larger cache: #77\"", "author: Ada", NEXT_MONTH);
        Ended judged = judge();
        assertThat(judged.err()).isEmpty();
        assertThat(judged.code()).isZero();
        assertThat(judged.out()).contains("ACCEPTED", "accepted in the ledger", "a larger cache: #77");
        Path report = folder.resolve("report");
        Commands.run("judge", "r2", "--plan", plan, "--report", report);
        for (String file : List.of("index.html", "result.json", "junit.xml")) {
            assertThat(Files.readString(report.resolve(file)))
                    .as(file)
                    .containsIgnoringCase("accepted")
                    .contains("a larger cache: #77");
        }
    }

    @Test
    void a_growth_beyond_the_amount_still_fails() {
        accept("memory", "--up-to", "8%", "--reason", "cache", "--expires", NEXT_MONTH);

        Ended judged = judge();

        assertThat(judged.code()).isEqualTo(1);
        assertThat(judged.out()).contains("does not cover as much as this");
    }

    @Test
    void an_entry_that_has_expired_is_said_and_no_longer_applies() throws IOException {
        accept("memory", "--up-to", "12%", "--reason", "cache", "--expires", NEXT_MONTH);
        Files.writeString(
                ledger,
                Files.readString(ledger)
                        .replace(NEXT_MONTH, "2026-01-31")
                        .replaceAll("accepted: 2.*", "accepted: 2026-01-01"));

        Ended judged = judge();

        assertThat(judged.code()).isEqualTo(1);
        assertThat(judged.out()).contains("has expired and no longer applies", "2026-01-31");
    }

    @Test
    void drift_against_a_pin_still_fails_until_an_entry_names_it() throws IOException {
        Commands.run("history", "--plan", plan, "pin", "r1", "release-1");
        rules("< 5% growth vs pin release-1");
        accept("memory", "--up-to", "12%", "--reason", "cache", "--expires", NEXT_MONTH);
        assertThat(judge().code()).isEqualTo(1);
        assertThat(judge().out()).contains("does not accept growths against pin release-1");

        accept("memory", "--up-to", "12%", "--reason", "cache", "--expires", NEXT_MONTH, "--against", "pin release-1");

        assertThat(judge().code()).isZero();
    }

    @Test
    void an_entry_that_the_baseline_has_already_covers_no_second_growth() throws Exception {
        assumeTrue(git("init", "-q") == 0, "there is no git on this machine");
        accept("memory", "--up-to", "12%", "--reason", "cache", "--expires", NEXT_MONTH);
        assertThat(judge().code()).isZero();
        git("add", "-A");
        git("-c", "user.name=Ada", "-c", "user.email=ada@shop.example", "commit", "-qm", "a larger cache");
        String commit = head();
        store("r3", 2, 2.2e8, commit);
        store("r4", 3, 2.42e8, "");

        Ended judged = judge("r4");

        assertThat(judged.code()).isEqualTo(1);
        assertThat(judged.out()).contains("is already in the baseline: this growth comes on top of it");
    }

    @Test
    void accepting_again_replaces_the_entry() throws IOException {
        accept("memory", "--up-to", "12%", "--reason", "cache", "--expires", NEXT_MONTH);
        accept("memory", "--up-to", "20 MiB", "--reason", "a larger cache", "--expires", NEXT_MONTH);

        assertThat(Files.readString(ledger))
                .contains("up-to: 20 MiB")
                .doesNotContain("12%")
                .containsOnlyOnce("- rule:");
        assertThat(judge().code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "memori | 12% | why | 2099-01-01 | an acceptance ends between today and",
                "memory | 12% | why | 2020-01-01 | an acceptance ends between today and",
                "memori | 12% | why | NEXT | there is no rule memori; there are memory",
                "memory | 12 | why | NEXT | the unit is missing",
                "memory | 12 ms | why | NEXT | does not fit",
                "memory | lots | why | NEXT | the largest growth accepted",
                "memory | 12% | ' ' | NEXT | --reason takes one line of text",
            })
    void what_is_wrong_is_said_and_nothing_written(
            String rule, String amount, String reason, String expires, String words) {
        Ended ended =
                accept(rule, "--up-to", amount, "--reason", reason, "--expires", expires.replace("NEXT", NEXT_MONTH));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(words);
        assertThat(ledger).doesNotExist();
    }

    @Test
    void a_ledger_that_cannot_be_read_stops_every_command_before_it_measures() throws IOException {
        Files.writeString(ledger, "accepted: [{rule: memory, up-to: 8 ms}]\n");

        Ended judged = judge();

        assertThat(judged.code()).isEqualTo(2);
        assertThat(judged.err()).contains("flamegate-accepted.yaml:1:", "does not fit", "`expires` is missing");
    }

    private Ended accept(Object... words) {
        List<Object> all = new ArrayList<>(List.of("accept", "--plan", plan, "--author", "Ada"));
        all.addAll(List.of(words));
        return Commands.run(all.toArray());
    }

    private Ended judge() {
        return judge("r2");
    }

    /** What it says, without the ends of lines that the width of the terminal makes. */
    private Ended judge(String run) {
        Ended ended = Commands.run("judge", run, "--plan", plan);
        return new Ended(ended.code(), ended.out().replaceAll("\\s+", " "), ended.err());
    }

    private void rules(String criterion) throws IOException {
        Files.writeString(
                folder.resolve("rules.yaml"),
                "rules: [{id: memory, indicator: memory.rss, must: \"" + criterion + "\", decision: point}]\n");
    }

    private void store(String id, int minutes, double rss, String commit) {
        ProfiledRun like = StoredRuns.run(id, StoredRuns.START.plusSeconds(60L * minutes), "17");
        Run run = like.run();
        Trial trial = run.trials().get(0);
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(5000, 100);
        Map<String, String> context = new LinkedHashMap<>(run.context());
        context.put("commit", commit);
        Trial other = TrialBuilder.like(trial)
                .series(List.of())
                .seconds(Map.of())
                .gauges(Map.of(Gauge.MEMORY_RSS, rss))
                .scraped(Scraped.NOTHING)
                .requests(List.of(new RequestStats("GET /a", 100, 0, LatencyHistogram.ofMicros(micros))))
                .serverLatency(List.of())
                .warnings(List.of())
                .faults(Faults.NONE)
                .build();
        History history = new History(folder.resolve("history"), warning -> {});
        history.save(new ProfiledRun(
                new Run(
                        id,
                        "shop",
                        run.started(),
                        "process",
                        run.cpus(),
                        context,
                        run.fingerprint(),
                        List.of(other),
                        Map.of(),
                        List.of()),
                like.trials()));
        history.saveVerdict(id, new Judgement(Verdict.PASS, List.of(), List.of(), Map.of()), Instant.EPOCH);
    }

    private int git(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(words));
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor();
        } catch (IOException e) {
            return 127;
        }
    }

    private String head() throws IOException, InterruptedException {
        Process process = new ProcessBuilder("git", "-C", folder.toString(), "rev-parse", "HEAD").start();
        String head = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).isZero();
        return head;
    }
}
