package dev.flamegate.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.Baselines.Found;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.remote.Remote.Change;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Pruned;
import dev.flamegate.store.SharedHistory.Pulled;
import dev.flamegate.store.SharedHistory.Pushed;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoredBaselines;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import dev.flamegate.store.StoredRuns;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds wherever a history is shared. */
abstract class SharedHistoryContract {
    private static final int ALL = 1000;

    @TempDir
    Path folder;

    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private History here;
    private History there;

    /** The place of this test, empty at first. */
    abstract Remote remote() throws Exception;

    /** The same for another process: a place of a plan. */
    abstract String place() throws Exception;

    @BeforeEach
    void open() {
        here = history("here");
        there = history("there");
    }

    @Test
    void everything_arrives_as_it_was() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.FAIL);
        here.pin("release", "r1");
        pair(here, "k1", "p1");
        pair(here, "k1", "p2");
        comparisons(here).saveVerdict("k1", judged(Verdict.WARN), StoredRuns.START, Looks.DEFAULT);

        assertThat(push(here)).isEqualTo(new Pushed(2, 2, 0));
        assertThat(pull(there)).isEqualTo(new Pulled(2, 2, 0));

        assertThat(there.list()).isEqualTo(here.list()).hasSize(2);
        assertThat(there.load("r1").run()).isEqualTo(here.load("r1").run());
        assertThat(there.allPins()).isEqualTo(Map.of("release", "r1"));
        assertThat(comparisons(there).list())
                .isEqualTo(comparisons(here).list())
                .hasSize(1);
        assertThat(warnings).isEmpty();
        assertThat(there.folder()).isDirectoryNotContaining("glob:**writing*");
    }

    @Test
    void a_second_time_nothing_is_left_to_do() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        pair(here, "k1", "p1");
        push(here);
        pull(there);

        assertThat(push(here)).isEqualTo(new Pushed(0, 0, 0));
        assertThat(pull(there)).isEqualTo(new Pulled(0, 0, 0));
        assertThat(push(there)).isEqualTo(new Pushed(0, 0, 0));
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_place_where_nobody_shared_anything_is_empty() throws Exception {
        assertThat(pull(there)).isEqualTo(new Pulled(0, 0, 0));
        assertThat(push(there)).isEqualTo(new Pushed(0, 0, 0));
        assertThat(there.list()).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void another_clone_compares_with_the_run_of_the_first() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.FAIL);
        push(here);
        pull(there);
        Run candidate =
                StoredRuns.run("r3", StoredRuns.START.plusSeconds(3), "17").run();

        Found previous = new StoredBaselines(there, candidate).find(new BaselineRef.PreviousRun());

        assertThat(previous).isInstanceOf(Found.Runs.class).extracting("name").isEqualTo("run r1");
    }

    @Test
    void only_the_latest_of_a_service_pinned_runs_and_those_asked_for_by_name_are_fetched() throws Exception {
        for (int i = 0; i < 5; i++) {
            save(here, "r" + i, i, Verdict.PASS);
            pair(here, "k" + i, "p" + i);
        }
        here.save(StoredRuns.run("other", StoredRuns.START, "21"));
        here.pin("release", "r0");
        push(here);

        try (RemoteHistory shared = shared(there)) {
            assertThat(shared.pull(new Wanted("another", ALL, ALL, Set.of()))).isEqualTo(new Pulled(0, 0, 0));
            assertThat(shared.pull(new Wanted("shop", 2, 1, Set.of("r1", "unknown"))))
                    .isEqualTo(new Pulled(5, 1, 0));
        }

        assertThat(there.list()).extracting(StoredRun::id).containsExactlyInAnyOrder("r4", "r3", "r1", "r0", "other");
        assertThat(comparisons(there).list()).extracting(StoredComparison::key).containsExactly("k4");
    }

    @Test
    void a_run_that_was_judged_later_gets_its_verdict_and_a_comparison_its_latest() throws Exception {
        here.save(StoredRuns.run("r1", StoredRuns.START, "17"));
        pair(here, "k1", "p1");
        push(here);
        pull(there);
        here.saveVerdict("r1", judged(Verdict.PASS), Instant.EPOCH);
        comparisons(here).saveVerdict("k1", judged(Verdict.INCONCLUSIVE), StoredRuns.START, Looks.DEFAULT);
        push(here);
        pull(there);
        comparisons(there).saveVerdict("k1", judged(Verdict.FAIL), StoredRuns.START.plusSeconds(9), Looks.DEFAULT);
        push(there);
        comparisons(here).saveVerdict("k1", judged(Verdict.PASS), StoredRuns.START.plusSeconds(5), Looks.DEFAULT);
        push(here);

        pull(here);

        assertThat(there.list().get(0).verdict()).contains(Verdict.PASS);
        assertThat(comparisons(here).list().get(0).verdict()).contains(Verdict.FAIL);
        try (Remote remote = remote()) {
            assertThat(remote.list())
                    .filteredOn(name -> name.contains("verdict-"))
                    .hasSize(1);
        }
    }

    @Test
    void gates_that_push_at_the_same_time_lose_nothing() throws Exception {
        int gates = 6;
        int each = 3;
        ExecutorService pool = Executors.newFixedThreadPool(gates);
        List<Future<?>> done = new ArrayList<>();
        for (int gate = 0; gate < gates; gate++) {
            // Every second one works on a folder that it has with its neighbour.
            History own = history("gate-" + gate / 2);
            String name = "g" + gate + "-";
            done.add(pool.submit(() -> {
                for (int i = 0; i < each; i++) {
                    save(own, name + i, i, Verdict.PASS);
                    pair(own, "k1", name + i);
                    push(own);
                }
                return null;
            }));
        }
        for (Future<?> one : done) {
            one.get(120, TimeUnit.SECONDS);
        }
        pool.shutdown();

        assertThat(pull(there)).isEqualTo(new Pulled(gates * each, gates * each, 0));
        assertThat(there.list()).allMatch(run -> run.verdict().isPresent());
        assertThat(comparisons(there).list())
                .singleElement()
                .extracting(StoredComparison::pairs)
                .isEqualTo(gates * each);
        assertThat(warnings).isEmpty();
    }

    @Test
    void processes_that_push_at_the_same_time_lose_nothing() throws Exception {
        int gates = 3;
        List<Process> running = new ArrayList<>();
        for (int gate = 0; gate < gates; gate++) {
            running.add(PushingGate.start(folder.resolve("process-" + gate), place(), "g" + gate));
        }
        for (int gate = 0; gate < gates; gate++) {
            Process process = running.get(gate);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("process-" + gate).resolve("log.txt")))
                    .isZero();
        }

        assertThat(pull(there)).isEqualTo(new Pulled(gates * PushingGate.RUNS, 0, 0));
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_record_that_was_edited_there_is_refused_and_the_others_are_taken() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.PASS);
        push(here);
        rewrite("r1.zip", content -> zipped(content, text -> text.replace("shop", "shoq")));

        assertThat(pull(there)).isEqualTo(new Pulled(1, 0, 1));

        assertThat(there.list()).extracting(StoredRun::id).containsExactly("r2");
        assertThat(warnings).singleElement().asString().contains("its checksum differs");
    }

    @Test
    void half_a_record_is_refused_and_the_others_are_taken() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.PASS);
        push(here);
        rewrite("r1.zip", content -> Arrays.copyOf(content, content.length / 2));

        assertThat(pull(there)).isEqualTo(new Pulled(1, 0, 1));

        assertThat(warnings).singleElement().asString().contains("is not a zip archive, or is damaged");
        assertThat(there.folder()).isDirectoryNotContaining("glob:**writing*");
    }

    @Test
    void a_record_under_the_name_or_the_kind_of_another_is_refused() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        here.save(StoredRuns.run("r2", StoredRuns.START, "21"));
        push(here);
        String first = object("r1.zip");
        String second = object("r2.zip");
        byte[] content = content(first);
        put(first.replace("r1.zip", "r9.zip"), content);
        put(second.replace("r2.zip", "r1.zip"), content);
        try (Remote remote = remote()) {
            remote.change(new Change(Map.of(), Map.of(), Set.of(first), false));
        }

        assertThat(pull(there)).isEqualTo(new Pulled(1, 0, 2));

        assertThat(there.list()).extracting(StoredRun::id).containsExactly("r2");
        assertThat(warnings)
                .anyMatch(text -> text.contains("its package contains"))
                .anyMatch(text -> text.contains("belongs to another service or fingerprint"));
    }

    @Test
    void objects_of_others_are_left_alone_and_told() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        push(here);
        put("README.md", new byte[] {1});
        put("runs/evil.sh", new byte[] {1});

        assertThat(pull(there)).isEqualTo(new Pulled(1, 0, 0));

        assertThat(warnings)
                .singleElement()
                .asString()
                .contains("2 objects that do not belong to a history, such as \"README.md\"");
        assertThat(there.folder().resolve("README.md")).doesNotExist();
    }

    @Test
    void a_record_that_was_edited_here_is_not_shared() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.PASS);
        Path json = here.folder().resolve("runs/r1/run.json");
        Files.writeString(json, Files.readString(json).replace("0a1b2c", "0a1b2d"));

        assertThat(push(here)).isEqualTo(new Pushed(1, 0, 1));

        assertThat(warnings).singleElement().asString().contains("run r1 is not shared", "its checksum differs");
    }

    @Test
    void a_pin_that_is_a_link_sends_nothing_of_what_it_leads_to() throws Exception {
        History here = history("here");
        save(here, "r1", 1, Verdict.PASS);
        here.pin("release", "r1");
        Path secret = Files.writeString(folder.resolve("credentials"), "s3cr3t\n");
        Files.createSymbolicLink(here.folder().resolve("pins/leak"), secret);

        push(here);

        try (Remote there = remote()) {
            assertThat(there.list()).contains("pins/release").doesNotContain("pins/leak");
        }
    }

    @Test
    void pins_follow_whoever_shared_a_change_last() throws Exception {
        save(here, "r1", 1, Verdict.PASS);
        save(here, "r2", 2, Verdict.PASS);
        here.pin("release", "r1");
        here.pin("other", "r1");
        push(here);
        pull(there);
        there.pin("release", "r2");
        there.unpin("other");
        there.pin("mine", "r1");

        pull(there);
        assertThat(there.allPins()).as("a pull overwrites no change").isEqualTo(Map.of("release", "r2", "mine", "r1"));
        push(there);
        pull(here);
        assertThat(here.allPins()).isEqualTo(Map.of("release", "r2", "mine", "r1"));

        here.pin("release", "r1");
        there.unpin("release");
        push(there);
        push(here);
        pull(there);
        assertThat(there.allPins()).isEqualTo(Map.of("release", "r1", "mine", "r1"));
    }

    @Test
    void what_was_pruned_there_stays_so_and_pinned_runs_stay() throws Exception {
        for (int i = 0; i < 5; i++) {
            save(here, "r" + i, i, Verdict.PASS);
            pair(here, "k" + i, "p" + i);
        }
        here.pin("release", "r0");
        push(here);
        pull(there);
        try (RemoteHistory shared = shared(here)) {
            assertThat(shared.prune(2, true, null)).isEqualTo(new Pruned(2, 3));
            assertThat(shared.prune(2, false, null)).isEqualTo(new Pruned(2, 3));
            assertThat(shared.prune(2, false, null)).isEqualTo(new Pruned(0, 0));
        }

        assertThat(push(there)).isEqualTo(new Pushed(0, 0, 0));
        assertThat(there.list()).hasSize(5);
        History fresh = history("fresh");
        assertThat(pull(fresh)).isEqualTo(new Pulled(3, 2, 0));
        assertThat(fresh.list()).extracting(StoredRun::id).containsExactlyInAnyOrder("r4", "r3", "r0");
        try (RemoteHistory shared = shared(there)) {
            assertThat(shared.push(true, null)).isEqualTo(new Pushed(2, 3, 0));
        }
    }

    @Test
    void a_gate_asks_for_its_service_only_and_sends_nothing_else() throws Exception {
        for (String service : List.of("shop", "shop-api", "cart")) {
            for (int i = 0; i < 2; i++) {
                here.save(StoredRuns.of(service, service + i, StoredRuns.START.plusSeconds(i)));
            }
        }
        here.pin("release", "shop0");
        here.pin("theirs", "cart0");
        Watched sending = new Watched(remote());
        try (RemoteHistory shared = RemoteHistory.of(here, sending, warnings::add)) {
            assertThat(shared.push(false, "shop")).isEqualTo(new Pushed(2, 0, 0));
            assertThat(shared.push(false, "shop")).isEqualTo(new Pushed(0, 0, 0));
        }

        assertThat(sending.asked()).containsOnly("comparisons/s.shop-", "pins/", "runs/s.shop-");
        assertThat(sending.sent())
                .hasSize(3)
                .allMatch(name -> name.matches("runs/s\\.shop-[0-9a-f]{12}/shop[01]\\.zip|pins/release"));

        assertThat(push(here)).as("all others").isEqualTo(new Pushed(4, 0, 0));
        Watched fetching = new Watched(remote());
        try (RemoteHistory shared = RemoteHistory.of(there, fetching, warnings::add)) {
            assertThat(shared.pull(new Wanted("shop", 1, 1, Set.of()))).isEqualTo(new Pulled(2, 0, 0));
            assertThat(shared.push(false, "shop")).isEqualTo(new Pushed(0, 0, 0));
        }

        assertThat(there.list()).extracting(StoredRun::id).containsExactly("shop1", "shop0");
        assertThat(there.allPins()).as("those of runs that it has").isEqualTo(Map.of("release", "shop0"));
        assertThat(fetching.fetched())
                .allMatch(name -> name.matches("runs/s\\.shop-[0-9a-f]{12}/shop[01]\\.zip|pins/(release|theirs)"));
        assertThat(fetching.sent()).isEmpty();
        assertThat(pull(there)).as("the others, when all are asked for").isEqualTo(new Pulled(4, 0, 0));
        assertThat(there.allPins()).containsOnlyKeys("release", "theirs");
        assertThat(warnings).isEmpty();
    }

    @Test
    void pruning_one_service_leaves_the_others() throws Exception {
        for (String service : List.of("shop", "shop-api")) {
            for (int i = 0; i < 3; i++) {
                here.save(StoredRuns.of(service, service + i, StoredRuns.START.plusSeconds(i)));
            }
        }
        push(here);

        try (RemoteHistory shared = shared(here)) {
            assertThat(shared.prune(1, false, "shop")).isEqualTo(new Pruned(2, 0));
        }

        assertThat(pull(there).runs()).isEqualTo(4);
        assertThat(there.list())
                .extracting(StoredRun::id)
                .contains("shop2", "shop-api0")
                .doesNotContain("shop0");
    }

    History history(String name) {
        return new History(folder.resolve(name), warnings::add);
    }

    List<String> warnings() {
        return warnings;
    }

    RemoteHistory shared(History history) throws Exception {
        return RemoteHistory.of(history, remote(), warnings::add);
    }

    Pushed push(History history) throws Exception {
        try (RemoteHistory shared = shared(history)) {
            return shared.push(false, null);
        }
    }

    Pulled pull(History history) throws Exception {
        try (RemoteHistory shared = shared(history)) {
            return shared.pull(new Wanted(null, ALL, ALL, Set.of()));
        }
    }

    static void save(History history, String id, int second, Verdict verdict) {
        history.save(StoredRuns.run(id, StoredRuns.START.plusSeconds(second), "17"));
        history.saveVerdict(id, judged(verdict), Instant.EPOCH);
    }

    private void pair(History history, String key, String id) {
        comparisons(history)
                .save(
                        key,
                        id,
                        new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()),
                        StoredRuns.run(id + "-baseline", StoredRuns.START, "17"),
                        StoredRuns.run(id + "-candidate", StoredRuns.START, "17"));
    }

    private Comparisons comparisons(History history) {
        return new Comparisons(history, warnings::add);
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement(verdict, List.of(), List.of(), Map.of());
    }

    /** The name of the one object that ends so. */
    private String object(String end) throws Exception {
        try (Remote remote = remote()) {
            return remote.list().stream()
                    .filter(name -> name.endsWith(end))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private byte[] content(String name) throws Exception {
        try (Remote remote = remote()) {
            remote.list();
            Path place = Files.createTempDirectory(folder, "fetched");
            return Files.readAllBytes(remote.fetch(List.of(name), place).get(name));
        }
    }

    private void put(String name, byte[] content) throws Exception {
        try (Remote remote = remote()) {
            remote.change(new Change(Map.of(), Map.of(name, content), Set.of(), false));
        }
    }

    private void rewrite(String end, UnaryOperator<byte[]> edit) throws Exception {
        String name = object(end);
        put(name, edit.apply(content(name)));
    }

    /** A package with its run.json edited. */
    private static byte[] zipped(byte[] content, UnaryOperator<String> edit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(content));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] file = in.readAllBytes();
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(
                        entry.getName().endsWith("run.json")
                                ? edit.apply(new String(file, StandardCharsets.UTF_8))
                                        .getBytes(StandardCharsets.UTF_8)
                                : file);
                out.closeEntry();
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }
}
