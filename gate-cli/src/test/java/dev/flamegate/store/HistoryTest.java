package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import dev.flamegate.judge.Baselines.Found;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();
    private History history;

    @BeforeEach
    void open() {
        history = new History(folder.resolve("history"), warnings::add);
    }

    @Test
    void a_run_is_read_as_it_was_written() {
        ProfiledRun run = save("r1", 0, Verdict.PASS);

        ProfiledRun read = history.load("r1");

        assertThat(read.run()).isEqualTo(run.run());
        CallTree tree = read.trials().get(0).get(ProfileEvent.CPU);
        assertThat(tree.weight()).isEqualTo(10_000_000);
        assertThat(tree.stack(2).get(1).name()).isEqualTo("shop.Ünïcode.go");
        assertThat(history.loadRun("r1")).isEqualTo(run.run());
    }

    @Test
    void runs_are_listed_latest_first_with_their_verdicts() {
        save("r1", 0, Verdict.PASS);
        save("r2", 5, Verdict.FAIL);
        history.save(run("r3", 9));

        assertThat(history.list())
                .extracting(StoredRun::id, StoredRun::isSound)
                .containsExactly(tuple("r3", false), tuple("r2", false), tuple("r1", true));
        assertThat(history.list().get(0).head().trials()).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_stored_run_never_changes() {
        save("r1", 0, Verdict.PASS);

        assertThatThrownBy(() -> history.save(run("r1", 0))).hasMessageContaining("already stored");
        history.saveVerdict("r1", judged(Verdict.FAIL), Instant.EPOCH);
        assertThat(history.list().get(0).verdict()).contains(Verdict.PASS);
    }

    @Test
    void a_verdict_keeps_what_it_rests_on_and_one_of_an_older_version_is_read() throws IOException {
        save("r1", 0, Verdict.PASS);
        Path verdict = folder.resolve("history/runs/r1/verdict.json");
        Files.writeString(verdict, """
                {"judged":"2026-11-20T15:42:33Z","verdict":"FAIL","broken":[{"rule":"cpu","part":"request GET /a","outcome":"FAIL",
                "growth":0.5,"culprit":"shop.Main.run"},{"rule":"p99","part":"","outcome":"WARN","growth":null,"culprit":null}]}
                """);

        StoredRun stored = history.list().get(0);

        assertThat(stored.verdict()).contains(Verdict.FAIL);
        assertThat(stored.broken())
                .containsExactly(
                        new BrokenRule("cpu", "request GET /a", Outcome.FAIL, 0.5, "shop.Main.run"),
                        new BrokenRule("p99", "", Outcome.WARN, null, null));
        Files.writeString(verdict, "{\"judged\":\"2026-11-20T15:42:33Z\",\"verdict\":\"WARN\"}");
        assertThat(history.list().get(0).verdict()).contains(Verdict.WARN);
        assertThat(history.list().get(0).broken()).isEmpty();
    }

    @Test
    void an_edited_record_is_refused_with_the_reason() throws IOException {
        save("r1", 0, Verdict.PASS);
        Path json = folder.resolve("history/runs/r1/run.json");
        Files.writeString(json, Files.readString(json).replace("2.5", "1.5"));

        assertThatThrownBy(() -> history.load("r1")).hasMessageContaining("checksum");
    }

    @Test
    void a_missing_profile_is_refused() throws IOException {
        save("r1", 0, Verdict.PASS);
        Files.delete(folder.resolve("history/runs/r1/trial-1.cpu.tree"));

        assertThatThrownBy(() -> history.load("r1")).hasMessageContaining("run r1 cannot be read");
    }

    @Test
    void a_damaged_record_does_not_hide_the_others() throws IOException {
        save("r1", 0, Verdict.PASS);
        save("r2", 1, Verdict.PASS);
        Files.writeString(folder.resolve("history/runs/r2/run.json"), "{\"format\": \"flamegate-run\", \"ver");

        assertThat(history.list()).extracting(StoredRun::id).containsExactly("r1");
        assertThat(warnings).singleElement().asString().contains("r2 is skipped");
    }

    @Test
    void a_record_of_a_newer_version_says_so() {
        String newer = new String(RunCodec.encode(run("r1", 0).run()), StandardCharsets.UTF_8)
                .replace("\"version\":1", "\"version\":9");

        assertThatThrownBy(() -> RunCodec.decode(newer.getBytes(StandardCharsets.UTF_8)))
                .hasMessageContaining("version 9")
                .hasMessageContaining("use a newer flamegate");
        assertThatThrownBy(() -> RunCodec.decode("[1]".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(StoreFailed.class);
    }

    /** Written by version 1 of the format; it stays here for ever, and every later version must read it. */
    @Test
    void version_1_stays_readable() throws IOException {
        try (InputStream in = HistoryTest.class.getResourceAsStream("run-v1.json")) {
            assertThat(RunCodec.decode(in.readAllBytes()))
                    .isEqualTo(run("r1", 0).run());
        }
    }

    @Test
    void the_format_does_not_depend_on_the_locale() {
        byte[] usual = RunCodec.encode(run("r1", 0).run());
        Locale before = Locale.getDefault();
        try {
            for (String tag : List.of("de-DE", "tr-TR", "ar-EG")) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(RunCodec.encode(run("r1", 0).run())).isEqualTo(usual);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void a_failing_run_never_becomes_its_own_baseline() {
        save("good", 0, Verdict.PASS);
        save("doubtful", 1, Verdict.INCONCLUSIVE);
        save("bad", 2, Verdict.FAIL);

        assertThat(found(new BaselineRef.PreviousRun())).isEqualTo("run doubtful");
        assertThat(found(new BaselineRef.LastPassingRun())).isEqualTo("run good");
    }

    @Test
    void runs_of_another_fingerprint_are_not_compared_and_the_reason_says_why() {
        save("other", 0, "21.0.2", Verdict.PASS);

        assertThat(found(new BaselineRef.PreviousRun()))
                .isEqualTo("the stored runs are not comparable; the latest differs in jdk: 17 here, 21.0.2 there");
        assertThat(found(new BaselineRef.RunWithId("other"))).contains("run other is not comparable");
    }

    @Test
    void runs_at_the_same_speed_of_the_host_come_first_and_others_with_a_warning() {
        save(like("fast", 0, "Linux 6.18.44", "4.000 ms +1.0 %"));
        Run first = like("r2", 1, "Linux 6.18.44", "5.000 ms +1.0 %").run();

        assertThat(baseline(first)).isEqualTo("run fast");
        assertThat(new StoredBaselines(history, first).doubts())
                .singleElement()
                .satisfies(doubt -> assertThat(doubt.message())
                        .startsWith("no comparable run was measured at this speed of the host")
                        .endsWith("took 5.000 ms +1.0 % here, 4.000 ms +1.0 % there"));

        save(like("slow", 2, "Linux 6.18.44", "5.000 ms +1.0 %"));
        save(like("fast-again", 3, "Linux 6.18.44", "4.000 ms +1.0 %"));
        Run second = like("r5", 4, "Linux 6.18.44", "5.100 ms +1.0 %").run();
        assertThat(baseline(second)).isEqualTo("run slow");
        assertThat(new StoredBaselines(history, second).doubts()).isEmpty();
    }

    @Test
    void a_run_that_none_can_be_compared_with_is_reported() {
        save("other", 0, "21.0.2", Verdict.PASS);

        assertThat(new StoredBaselines(history, run("r2", 1).run()).doubts())
                .singleElement()
                .satisfies(doubt -> assertThat(doubt.message())
                        .isEqualTo("the only stored run cannot be compared with this one, so growth is not judged;"
                                + " the latest differs in jdk: 17 here, 21.0.2 there"));
    }

    private String baseline(Run candidate) {
        Found found = new StoredBaselines(history, candidate).find(new BaselineRef.MedianOf(5));
        return ((Found.Runs) found).name();
    }

    @Test
    void a_patched_kernel_keeps_the_history_and_is_reported() {
        save(like("r1", 0, "Linux 6.18.44", ""));
        StoredBaselines baselines =
                new StoredBaselines(history, like("r2", 1, "Linux 6.18.45", "").run());

        assertThat(baselines.find(new BaselineRef.PreviousRun())).isInstanceOf(Found.Runs.class);
        assertThat(baselines.doubts())
                .singleElement()
                .satisfies(doubt ->
                        assertThat(doubt.message()).endsWith("host.os: Linux 6.18.45 here, Linux 6.18.44 there"));
    }

    private static ProfiledRun like(String id, int minutes, String os, String speed) {
        ProfiledRun run = run(id, minutes);
        Run made = run.run();
        Run changed = new Run(
                id,
                made.service(),
                made.started(),
                made.runtime(),
                made.cpus(),
                Map.of(Run.HOST_SPEED, speed),
                new Fingerprint(Map.of("jdk", "17", Fingerprint.OS, os)),
                made.trials(),
                made.seconds(),
                made.warnings());
        return new ProfiledRun(changed, run.trials());
    }

    private void save(ProfiledRun run) {
        history.save(run);
        history.saveVerdict(run.run().id(), judged(Verdict.PASS), StoredRuns.START);
    }

    /** A checkout may have links, and what pins contain is shared. */
    @Test
    void what_is_no_pin_is_skipped_with_a_warning_that_shows_nothing_of_it() throws IOException {
        save("r1", 0, Verdict.PASS);
        history.pin("release", "r1");
        Path secret = Files.writeString(folder.resolve("credentials"), "s3cr3t\n");
        Path pins = folder.resolve("history/pins");
        Files.createSymbolicLink(pins.resolve("leak"), secret);
        Files.writeString(pins.resolve("text"), "two words\n");
        Files.writeString(pins.resolve("long"), "r".repeat(1000));
        Files.createDirectories(pins.resolve("folder"));
        Files.writeString(pins.resolve("odd name"), "r1");

        assertThat(history.allPins()).isEqualTo(Map.of("release", "r1"));
        assertThat(warnings).hasSize(5).allMatch(text -> text.contains("does not name a run"));
        assertThat(String.join(" ", warnings)).doesNotContain("s3cr3t", "two words");
    }

    @Test
    void a_folder_of_pins_that_is_a_link_has_none() throws IOException {
        Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("id"), "s3cr3t");
        Files.createDirectories(folder.resolve("history"));
        Files.createSymbolicLink(folder.resolve("history/pins"), elsewhere);

        assertThat(history.allPins()).isEmpty();
    }

    @Test
    void verdicts_and_checksums_that_are_links_are_not_read() throws IOException {
        save("r1", 0, Verdict.PASS);
        for (String name : List.of("verdict.json", "SHA256SUMS")) {
            Path file = folder.resolve("history/runs/r1").resolve(name);
            Path moved = Files.move(file, folder.resolve(name));
            Files.createSymbolicLink(file, moved);

            assertThatThrownBy(() -> {
                        history.load("r1");
                        new StoredVerdicts(history).json(RecordName.run("r1"));
                    })
                    .as(name)
                    .isInstanceOf(StoreFailed.class);
            Files.delete(file);
            Files.move(moved, file);
        }
    }

    @Test
    void pins_name_runs_and_keep_them() {
        save("r1", 0, Verdict.PASS);
        history.pin("release", "r1");

        assertThat(found(new BaselineRef.Pinned("release"))).isEqualTo("pin release (run r1)");
        assertThat(found(new BaselineRef.Pinned("none"))).contains("nothing is pinned as none");
        assertThatThrownBy(() -> history.delete("r1")).hasMessageContaining("pinned as release");
        history.unpin("release");
        history.delete("r1");
        assertThat(history.list()).isEmpty();
    }

    @Test
    void a_pin_is_the_median_of_the_runs_of_its_build() {
        save("r1", 0, Verdict.PASS);
        save("r2", 1, Verdict.PASS);
        save("r3", 2, Verdict.FAIL);
        save(with(run("r4", 3), Run.UNCOMMITTED, "yes"));
        save(with(run("r5", 4), Run.COMMIT, "other"));
        save(with(run("r6", 5), Run.VARIABLE + "CACHE", "off"));
        history.pin("release", "r1");

        Found found = new StoredBaselines(history, run("candidate", 60).run()).find(new BaselineRef.Pinned("release"));

        assertThat(((Found.Runs) found).name()).isEqualTo("pin release (median of 2 runs of one build)");
        assertThat(((Found.Runs) found).runs())
                .extracting(run -> run.run().id())
                .containsExactly("r1", "r2");
    }

    @Test
    void a_median_is_of_as_many_runs_as_there_are() {
        assertThat(found(new BaselineRef.MedianOf(3))).startsWith("no earlier run of shop is stored yet");

        save("r1", 0, Verdict.PASS);
        assertThat(found(new BaselineRef.MedianOf(3))).isEqualTo("run r1");

        save("r2", 1, Verdict.PASS);
        save("r3", 2, Verdict.FAIL);
        assertThat(found(new BaselineRef.MedianOf(3))).isEqualTo("median of 2 runs");

        save("r4", 3, Verdict.PASS);
        save("r5", 4, Verdict.PASS);
        assertThat(found(new BaselineRef.MedianOf(3))).isEqualTo("median of 3 runs");
    }

    @Test
    void names_cannot_leave_the_folder() {
        for (String name : List.of("../../etc", "a/b", "", ".hidden", "a\u0000b")) {
            assertThatThrownBy(() -> history.load(name)).isInstanceOf(StoreFailed.class);
            assertThatThrownBy(() -> history.pin(name, "r1")).isInstanceOf(StoreFailed.class);
        }
    }

    @Test
    void gates_that_write_at_the_same_time_lose_nothing() throws Exception {
        ExecutorService gates = Executors.newFixedThreadPool(8);
        List<Future<?>> saved = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            String id = "r" + i;
            saved.add(gates.submit(() -> {
                new History(folder.resolve("history"), warnings::add).save(run(id, 0));
                history.list();
            }));
        }
        for (Future<?> one : saved) {
            one.get();
        }
        gates.shutdown();

        assertThat(history.list()).hasSize(40);
        assertThat(warnings).isEmpty();
        try (var files = Files.list(folder.resolve("history"))) {
            assertThat(files).extracting(file -> file.getFileName().toString()).containsExactly("runs");
        }
    }

    private static ProfiledRun with(ProfiledRun profiled, String name, String value) {
        Run run = profiled.run();
        Map<String, String> context = new HashMap<>(run.context());
        context.put(name, value);
        Run changed = new Run(
                run.id(),
                run.service(),
                run.started(),
                run.runtime(),
                run.cpus(),
                context,
                run.fingerprint(),
                run.trials(),
                run.seconds(),
                run.warnings());
        return new ProfiledRun(changed, profiled.trials());
    }

    private String found(BaselineRef reference) {
        Found found = new StoredBaselines(history, run("candidate", 60).run()).find(reference);
        return found instanceof Found.Runs runs ? runs.name() : ((Found.None) found).reason();
    }

    private ProfiledRun save(String id, int minutes, Verdict verdict) {
        return save(id, minutes, "17", verdict);
    }

    private ProfiledRun save(String id, int minutes, String jdk, Verdict verdict) {
        ProfiledRun run = StoredRuns.run(id, StoredRuns.START.plus(Duration.ofMinutes(minutes)), jdk);
        history.save(run);
        history.saveVerdict(id, judged(verdict), StoredRuns.START);
        return run;
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement(verdict, List.of(), List.of(), Map.of());
    }

    private static ProfiledRun run(String id, int minutes) {
        return StoredRuns.run(id, StoredRuns.START.plus(Duration.ofMinutes(minutes)), "17");
    }
}
