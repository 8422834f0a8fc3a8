package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Labels;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRun;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
    @TempDir
    private Path folder;

    private History history;

    @BeforeEach
    void open() {
        history = new History(folder.resolve("history"), warning -> {});
        for (int i = 0; i < 5; i++) {
            history.save(StoredRuns.run("r" + i, StoredRuns.START.plusSeconds(60L * i), i < 4 ? "17" : "21"));
            pair("k" + i, "p" + i);
        }
    }

    @Test
    void prune_keeps_the_latest_of_each_kind_and_what_is_pinned() {
        history.pin("release", "r0");

        Ended tried = run("prune", "--keep", "2", "--dry-run");
        assertThat(tried.out()).contains("would delete r1", "1 run and 3 comparisons would be deleted");
        assertThat(history.list()).hasSize(5);
        Ended done = run("prune", "--keep", "2");

        assertThat(done.code()).isZero();
        assertThat(done.out()).contains("1 run and 3 comparisons deleted");
        assertThat(history.list()).extracting(StoredRun::id).containsExactly("r4", "r3", "r2", "r0");
        assertThat(new Comparisons(history, warning -> {}).list()).hasSize(2);
        assertThat(run("prune", "--keep", "0").code()).isEqualTo(2);
    }

    @Test
    void runs_are_found_by_what_was_said_about_them() throws IOException {
        tagged("night", new Labels("after the JDK update", Map.of("release", "2.4")));
        tagged("day", new Labels("", Map.of("release", "2.5")));

        assertThat(run("list", "--tag", "release").out().lines()).hasSize(2);
        assertThat(run("list", "--tag", "release=2.4").out().lines())
                .singleElement()
                .asString()
                .startsWith("night ")
                .endsWith("[release=2.4: after the JDK update]");
        assertThat(run("list", "--note", "jdk UPDATE", "--service", "shop")
                        .out()
                        .lines())
                .hasSize(1);
        assertThat(run("list", "--tag", "release", "--json").out())
                .contains("\"release\" : \"2.5\"")
                .doesNotContain("r4");
        assertThat(Schemas.errors("history", run("list", "--json").out())).isEmpty();
        assertThat(run("list", "--branch", "nowhere", "--verdict", "FAIL").out())
                .contains("matches --branch nowhere --verdict FAIL");
        assertThat(run("list", "--tag", "=2").code()).isEqualTo(2);

        Path site = folder.resolve("releases");
        assertThat(run("site", site.toString(), "--tag", "release").out()).contains("2 runs and comparisons are in");
        assertThat(Files.readString(site.resolve("index.html")))
                .contains("release=2.4")
                .doesNotContain("<code>r4</code>");
        assertThat(Files.readString(site.resolve("trends.html"))).contains("release=2.4");
    }

    @Test
    void names_that_steer_a_terminal_are_written_out() {
        Ended ended = run("show", "\u001b[2J");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("\\u001B[2J").doesNotContain("\u001b");
    }

    @Test
    void a_history_goes_through_an_archive_into_another() {
        Path archive = folder.resolve("out/history.zip");

        assertThat(run("export", archive.toString()).code()).isZero();
        Ended imported = Commands.run("history", "import", archive, "--history", folder.resolve("copy"));

        assertThat(imported.code()).isZero();
        assertThat(imported.out()).contains("5 runs and 5 pairs are new, 0 were here already, 0 were not used");
        assertThat(new History(folder.resolve("copy"), warning -> {}).list()).isEqualTo(history.list());
    }

    @Test
    void the_runs_of_a_service_go_into_files_of_other_tools() throws IOException {
        Path table = folder.resolve("out/shop.csv");
        Path configuration = folder.resolve("out/shop.yaml");

        Ended otava = run("export", "shop", "--format", "otava", "--out", table.toString());
        assertThat(otava.code()).as(otava.err()).isZero();
        assertThat(otava.out()).contains("1 run is in " + table);
        assertThat(otava.err()).contains("4 runs are left out, of another machine, JDK or load than the latest");
        assertThat(Files.readString(table))
                .startsWith("time,run,commit,branch,verdict,")
                .contains("\n2026-11-20T15:46:33Z,r4,0a1b2c,,,")
                .doesNotContain("r3");
        assertThat(Files.readString(configuration)).contains("\"shop\":", table.toString());
        Files.writeString(configuration, "of people");
        run("export", "shop", "--format", "otava", "--out", table.toString());
        assertThat(configuration).hasContent("of people");

        Ended horreum = run("export", "shop", "--format", "horreum", "--since", "2026-11-20");
        assertThat(horreum.code()).as(horreum.err()).isZero();
        assertThat(horreum.out().lines())
                .singleElement()
                .asString()
                .startsWith("{\"$schema\":\"urn:flamegate:run:1\",\"service\":\"shop\",\"run\":\"r4\"");
    }

    @Test
    void an_export_of_nothing_and_options_for_another_format_are_refused() {
        assertThat(run("export", "other", "--format", "otava").err()).contains("there is no such run of other");
        assertThat(run("export", "shop", "--format", "horreum", "--branch", "nowhere")
                        .code())
                .isEqualTo(2);
        assertThat(run("export", "shop", "--format", "horreum", "--since", "2027-01-01")
                        .code())
                .isEqualTo(2);
        Ended archive = run("export", folder.resolve("x.zip").toString(), "--branch", "main");
        assertThat(archive.code()).isEqualTo(2);
        assertThat(archive.err()).contains("for --format otava and horreum");
        assertThat(folder.resolve("x.zip")).doesNotExist();
    }

    @Test
    void what_is_no_archive_is_no_bug() throws IOException {
        Path file = Files.writeString(folder.resolve("no.zip"), "no");

        Ended ended = run("import", file.toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("is not a zip archive");
    }

    @Test
    void the_site_has_every_run_comparison_and_value() throws IOException {
        Path site = folder.resolve("site");

        Ended ended = run("site", site.toString());

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("10 runs and comparisons are in");
        assertThat(Files.readString(site.resolve("index.html")))
                .contains("<code>r4</code>", "<code>k0</code>", "comparison, 1 pair", "not judged");
        assertThat(Files.readString(site.resolve("trends.html")))
                .contains("4 runs, 2026-11-20 to 2026-11-20", "jdk 21", "memory.rss", "alloc.per-request");
        assertThat(Files.readString(site.resolve("compare.html"))).contains("\"r4\"", "memory.rss");
        assertThat(Files.readString(site.resolve("culprits.html"))).contains("has named a culprit");
    }

    @Test
    void the_watch_says_a_change_on_the_day_that_shows_it_and_never_again() {
        Random random = new Random(5);
        Instant first = StoredRuns.START.minus(Duration.ofDays(40));
        List<Integer> told = new ArrayList<>();
        History nightly = new History(folder.resolve("nightly"), warning -> {});
        for (int day = 0; day < 22; day++) {
            Instant started = first.plus(Duration.ofDays(day));
            double cpu = (day < 14 ? 2 : 2.4) * (1 + 0.02 * random.nextGaussian());
            nightly.save(StoredRuns.costing("day" + day, started, cpu));
            if (day < 16) {
                continue;
            }
            Ended watched = Commands.run(
                    "history",
                    "watch",
                    "--exit-code",
                    "--history",
                    nightly.folder(),
                    "--indicator",
                    "cpu.per-request",
                    "--since",
                    started.toString());
            if (watched.code() == 1) {
                told.add(day);
                assertThat(watched.out())
                        .contains("shop: cpu.per-request is worse, +")
                        .contains("(run day14, commit c0ffeeday1)")
                        .contains("flamegate diff day13 day14")
                        .contains("1 change: 1 run since ");
            } else {
                assertThat(watched.out()).startsWith("nothing changed: 1 run since ");
            }
        }
        assertThat(told).hasSize(1);
    }

    @Test
    void what_the_watch_says_has_a_schema() throws IOException {
        Path cheaper = folder.resolve("cheaper");
        History runs = new History(cheaper, warning -> {});
        for (int day = 0; day < 16; day++) {
            double cpu = (day < 8 ? 2 : 1.5) + day % 2 * 0.01;
            runs.save(StoredRuns.costing("day" + day, StoredRuns.START.plus(Duration.ofDays(day)), cpu));
        }
        Ended watched = watch(cheaper, "--json", "--exit-code");

        assertThat(watched.err()).isEmpty();
        assertThat(watched.code()).as(watched.out()).isZero();
        assertThat(Schemas.errors("watch", watched.out())).isEmpty();
        assertThat(watched.out())
                .contains("\"indicator\" : \"cpu.per-request\"", "\"worse\" : false", "\"run\" : \"day8\"");
        assertThat(watch(cheaper, "--at-least", "60").out()).startsWith("nothing changed: 16 runs");
        assertThat(watch(cheaper, "--service", "other").out()).startsWith("nothing changed: 0 runs");
        assertThat(watch(cheaper, "--since", "yesterday").err()).contains("`yesterday` is not a time");
        assertThat(watch(cheaper, "--indicator", "cpu").err()).contains("there is no such indicator");
        assertThat(watch(cheaper, "--at-least", "-1").code()).isEqualTo(2);
    }

    private static Ended watch(Path history, String... options) {
        List<Object> line = new ArrayList<>(List.of("history", "watch", "--history", history));
        if (!List.of(options).contains("--since")) {
            line.addAll(List.of("--since", "2000-01-01"));
        }
        line.addAll(List.of(options));
        return Commands.run(line.toArray());
    }

    @Test
    void the_site_of_an_empty_history_says_so() throws IOException {
        Path site = folder.resolve("site");

        assertThat(Commands.run("history", "site", site, "--history", folder.resolve("none"))
                        .code())
                .isZero();

        assertThat(Files.readString(site.resolve("index.html"))).contains("Nothing is stored yet");
    }

    private void pair(String key, String id) {
        new Comparisons(history, warning -> {})
                .save(
                        key,
                        id,
                        new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                        StoredRuns.run(id + "-baseline", StoredRuns.START, "17"),
                        StoredRuns.run(id + "-candidate", StoredRuns.START, "17"));
    }

    private void tagged(String id, Labels labels) {
        ProfiledRun plain = StoredRuns.run(id, StoredRuns.START.plusSeconds(3600), "17");
        Run run = plain.run();
        history.save(new ProfiledRun(
                new Run(
                        id,
                        run.service(),
                        run.started(),
                        run.runtime(),
                        run.cpus(),
                        labels.context(),
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                plain.trials()));
    }

    private Ended run(String... words) {
        Object[] all = new Object[words.length + 3];
        all[0] = "history";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--history";
        all[words.length + 2] = folder.resolve("history");
        return Commands.run(all);
    }
}
