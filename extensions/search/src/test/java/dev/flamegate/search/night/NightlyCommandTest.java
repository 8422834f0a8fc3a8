package dev.flamegate.search.night;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.Main;
import dev.flamegate.cli.Schemas;
import dev.flamegate.gate.Repository;
import dev.flamegate.gate.facts.Git;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.Attacks;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.night.ServiceNight.Status;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NightlyCommandTest {
    private static final String PLAN = """
            version: 1
            service: %s
            target: {jar: app.jar, port: 8080, environment: {PORT: "{port}"}}
            build: make app.jar
            load: {simulation: shop.Load, classpath: [load.jar]}
            rules: [rules/sets/service.yaml]
            """;

    private static final String CODE = "src/main/java/Shop.java";

    @TempDir
    private Path folder;

    private final List<String> commits = new ArrayList<>();
    private Repository shop;
    private int stored;

    @BeforeEach
    void begin() throws Exception {
        shop = new Repository(folder.resolve("shop"));
        shop.commit("plan", "flamegate.yaml", PLAN.formatted("shop"));
        for (int i = 0; i < 5; i++) {
            commits.add(shop.commit("change " + i, CODE, "class Shop {\n" + "// line\n".repeat(i) + "}\n"));
        }
    }

    @Test
    void the_first_night_compares_with_the_commit_before_or_with_the_one_that_is_named() {
        assertThat(tried().out())
                .startsWith("shop: 1 commit, 1 line since " + commits.get(3).substring(0, 10) + ", risk ");
        assertThat(tried("--first", commits.get(0)).out())
                .startsWith("shop: 4 commits, 4 lines since " + commits.get(0).substring(0, 10));
    }

    @Test
    void a_night_goes_on_from_the_last_commit_that_passed_one() {
        night(0, 1, Verdict.PASS, true);
        night(1, 2, Verdict.FAIL, true);
        // Of a proposed change, which was merged: nothing about the branch as a whole.
        night(1, 3, Verdict.PASS, false);

        assertThat(tried().out())
                .startsWith("shop: 3 commits, 3 lines since " + commits.get(1).substring(0, 10));
    }

    @Test
    void what_was_decided_before_is_known() throws Exception {
        night(0, 1, Verdict.WARN, true);
        night(1, 2, Verdict.INCONCLUSIVE, true);
        night(1, 3, Verdict.FAIL, true);
        night(1, 4, Verdict.FAIL, true);

        NightProgress standing = NightProgress.of(
                new Git(shop.folder), new Comparisons(history(), warning -> {}).list(), "HEAD", "HEAD~1");

        assertThat(standing.good()).isEqualTo(commits.get(1));
        assertThat(standing.bad()).isEqualTo(commits.get(3));
        assertThat(standing.decided()).isEqualTo(Verdict.FAIL);
        assertThat(standing.wasBad()).isTrue();
        assertThat(standing.failures()).isEqualTo(2);
        assertThat(standing.comparisons()).isEqualTo(4);
        assertThat(standing.commits()).isEqualTo(3);
    }

    @Test
    void a_service_without_changes_or_with_changed_documents_only_is_not_measured() throws Exception {
        night(0, 4, Verdict.PASS, true);
        assertThat(tried().out()).isEqualTo("shop: no commit since the last good one\n");

        shop.commit("words", "README.md", "# Shop\n");
        Ended ended = run("--report", folder.resolve("report"));

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("nothing that is built changed since the last good commit")
                .contains("1 service: 0 FAIL, 0 good, 1 without changes, 0 not measured, 0 left");
        String json = Files.readString(folder.resolve("report/nightly.json"));
        assertThat(Schemas.errors("nightly", json)).isEmpty();
    }

    @Test
    void a_service_that_is_wrong_is_told_and_stops_no_other() throws Exception {
        Files.createDirectories(folder.resolve("broken"));
        Files.writeString(folder.resolve("broken/flamegate.yaml"), "version: 1\nservice: x\n");

        Ended ended = tried();

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).contains("shop: 1 commit", "broken: ");
        assertThat(tried("--service", "shop").code()).isZero();
    }

    @Test
    void two_measurements_on_one_machine_are_refused() {
        assertThat(run("--slots", "2"))
                .matches(ended -> ended.code() == 2 && ended.err().contains("disturb each other"));
        assertThat(run("--slots", "0").code()).isEqualTo(2);
        assertThat(run("--job", "job.yaml").code()).isEqualTo(2);
        assertThat(run("--service", "none").code()).isEqualTo(2);
        assertThat(Commands.run("nightly", "--services", folder.resolve("none")).code())
                .isEqualTo(2);
    }

    @Test
    void a_job_needs_a_history_that_outlives_its_pod() {
        Ended ended = tried("--runner", "kubernetes", "--slots", "4");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).contains("the history of shop is not shared");
    }

    @Test
    void its_commands_are_ones_that_the_program_takes() {
        for (Work.Kind kind : Work.Kind.values()) {
            String[] words = new Work(
                            kind, "shop", Path.of("p"), commits.get(0), commits.get(1), Duration.ofMinutes(12))
                    .words()
                    .toArray(String[]::new);
            Main.commandLine(words).parseArgs(words);
        }
    }

    @Test
    void the_table_says_what_broke_and_since_when() throws IOException {
        NightReport night = report("cpu-cost is broken: +12 %", "Cache the matrix");

        assertThat(NightText.summary(night, new Terminal(160, false))).isEqualTo("""
                  service  commits  what                                                            verdict
                  shop     7        cpu-cost is broken: +12 %; since 4444444444 (Cache the matrix)  FAIL

                1 service: 1 FAIL, 0 good, 0 without changes, 0 not measured, 0 left for the next night; 1 comparison and 1 search in 2 h 0 min
                """);
        assertThat(Schemas.errors("nightly", NightJson.of(night, 1).toPrettyString()))
                .isEmpty();
    }

    @Test
    void no_text_of_a_commit_or_a_result_controls_the_terminal() {
        for (String attack : Attacks.all().values()) {
            NightReport night = report(attack, attack);

            assertThat(NightText.summary(night, new Terminal(160, false))
                            + NightText.news(night.services().get(0)))
                    .doesNotContain("\u001b", "\u0007", "\u202e", "\r");
        }
    }

    private static NightReport report(String because, String subject) {
        return new NightReport(
                Instant.EPOCH,
                Duration.ofHours(2),
                1,
                1,
                1,
                List.of(new ServiceNight(
                        "shop",
                        Status.DECIDED,
                        Verdict.FAIL,
                        false,
                        "1".repeat(40),
                        "2".repeat(40),
                        7,
                        120,
                        3.5,
                        because,
                        new ServiceNight.NightCulprit("found", "it is that one", "4".repeat(40), subject))));
    }

    private Ended tried(Object... more) {
        List<Object> words = new ArrayList<>(List.of(more));
        words.add("--dry-run");
        return run(words.toArray());
    }

    private Ended run(Object... more) {
        List<Object> words = new ArrayList<>(List.of("nightly", "--quiet", "--services", folder));
        words.addAll(List.of(more));
        return Commands.run(words.toArray());
    }

    private History history() {
        return new History(shop.folder.resolve(".flamegate/history"), warning -> {});
    }

    /** A stored comparison of two commits with its verdict. */
    private void night(int good, int newest, Verdict verdict, boolean isNight) {
        Comparisons comparisons = new Comparisons(history(), warning -> {});
        String key = "k" + stored;
        String id = "p" + stored;
        Instant when = StoredRuns.START.plusSeconds(60L * stored++);
        comparisons.save(
                key,
                id,
                new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                arm(id + "-baseline", when, commits.get(good), isNight),
                arm(id + "-candidate", when, commits.get(newest), isNight));
        comparisons.saveVerdict(key, new Judgement(verdict, List.of(), List.of(), Map.of()), when, Looks.DEFAULT);
    }

    private static ProfiledRun arm(String id, Instant when, String commit, boolean isNight) {
        ProfiledRun like = StoredRuns.run(id, when, "17");
        Run run = like.run();
        Map<String, String> context = new LinkedHashMap<>(run.context());
        context.put("commit", commit);
        if (isNight) {
            context.put(Run.TAG + NightProgress.TAG, "yes");
        }
        return new ProfiledRun(
                new Run(
                        id,
                        "shop",
                        when,
                        run.runtime(),
                        run.cpus(),
                        context,
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                like.trials());
    }
}
