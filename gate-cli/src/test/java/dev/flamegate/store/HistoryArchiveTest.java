package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.HistoryImport.Imported;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryArchiveTest {
    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();
    private History here;
    private History there;
    private Path archive;

    @BeforeEach
    void open() {
        here = new History(folder.resolve("here"), warnings::add);
        there = new History(folder.resolve("there"), warnings::add);
        archive = folder.resolve("history.zip");
    }

    @Test
    void everything_arrives_as_it_was() {
        save(here, "r1", Verdict.PASS);
        save(here, "r2", Verdict.FAIL);
        here.pin("release", "r1");
        pair(here, "k1", "p1");
        pair(here, "k1", "p2");
        new Comparisons(here, warnings::add).saveVerdict("k1", judged(Verdict.WARN), StoredRuns.START, Looks.DEFAULT);

        HistoryExport.write(here, archive);
        Imported imported = HistoryImport.read(there, archive, warnings::add);

        assertThat(imported).isEqualTo(new Imported(2, 2, 0, 0));
        assertThat(there.list()).isEqualTo(here.list());
        assertThat(there.load("r1").run()).isEqualTo(here.load("r1").run());
        assertThat(there.allPins()).isEqualTo(Map.of("release", "r1"));
        assertThat(new Comparisons(there, warnings::add).list()).isEqualTo(new Comparisons(here, warnings::add).list());
        assertThat(warnings).isEmpty();
        assertThat(there.folder()).isDirectoryNotContaining("glob:**writing*");
    }

    @Test
    void a_second_import_changes_nothing() {
        save(here, "r1", Verdict.PASS);
        HistoryExport.write(here, archive);
        HistoryImport.read(there, archive, warnings::add);

        assertThat(HistoryImport.read(there, archive, warnings::add)).isEqualTo(new Imported(0, 0, 1, 0));
        assertThat(warnings).isEmpty();
    }

    @Test
    void what_is_stored_here_stays_and_a_conflict_is_said() {
        save(here, "r1", Verdict.PASS);
        here.pin("release", "r1");
        HistoryExport.write(here, archive);
        there.save(StoredRuns.run("r1", StoredRuns.START.plusSeconds(5), "21"));
        there.save(StoredRuns.run("r0", StoredRuns.START, "21"));
        there.pin("release", "r0");

        Imported imported = HistoryImport.read(there, archive, warnings::add);

        assertThat(imported).isEqualTo(new Imported(0, 0, 0, 2));
        assertThat(there.loadRun("r1").fingerprint().parts()).containsEntry("jdk", "21");
        assertThat(there.allPins()).containsEntry("release", "r0");
        assertThat(warnings).anyMatch(text -> text.contains("r1 is already stored here with other content"));
    }

    @Test
    void a_run_that_was_judged_elsewhere_gets_its_verdict() {
        here.save(StoredRuns.run("r1", StoredRuns.START, "17"));
        HistoryExport.write(here, archive);
        HistoryImport.read(there, archive, warnings::add);
        here.saveVerdict("r1", judged(Verdict.PASS), StoredRuns.START);
        HistoryExport.write(here, archive);

        HistoryImport.read(there, archive, warnings::add);

        assertThat(there.list().get(0).verdict()).contains(Verdict.PASS);
    }

    @Test
    void a_record_that_was_edited_is_not_taken_and_the_others_are() throws IOException {
        save(here, "r1", Verdict.PASS);
        save(here, "r2", Verdict.PASS);
        HistoryExport.write(here, archive);
        Map<String, byte[]> files = unpacked();
        byte[] json = files.get("runs/r1/run.json");
        files.put(
                "runs/r1/run.json",
                new String(json, StandardCharsets.UTF_8).replace("shop", "shoq").getBytes(StandardCharsets.UTF_8));
        pack(files);

        assertThat(HistoryImport.read(there, archive, warnings::add)).isEqualTo(new Imported(1, 0, 0, 1));
        assertThat(there.list()).extracting(StoredRun::id).containsExactly("r2");
        assertThat(warnings).singleElement().asString().contains("its checksum differs");
    }

    @Test
    void a_record_cannot_be_renamed() throws IOException {
        save(here, "r1", Verdict.PASS);
        HistoryExport.write(here, archive);
        Map<String, byte[]> renamed = new LinkedHashMap<>();
        unpacked().forEach((name, content) -> renamed.put(name.replace("r1", "r9"), content));
        pack(renamed);

        assertThat(HistoryImport.read(there, archive, warnings::add).refused()).isEqualTo(1);
        assertThat(there.list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "runs/../../evil",
                "/etc/evil",
                "runs/r1/../../../evil/run.json",
                "runs\\r1\\run.json",
                "runs/r1/run.sh",
                "runs/.hidden/run.json",
                "runs/writing-00000000-0000-0000-0000-000000000000/run.json",
                "pins/a/b",
                "pins/\u0000",
                "C:/evil",
                "comparisons/k/p/other/run.json",
                "README.md"
            })
    void names_that_are_no_part_of_a_history_are_refused(String name) throws IOException {
        pack(Map.of(name, new byte[] {1}));

        assertThatThrownBy(() -> HistoryImport.read(there, archive, warnings::add))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining("not imported");
        assertThat(evil()).isEmpty();
        assertThat(there.folder()).isEmptyDirectory();
    }

    @Test
    void an_archive_that_unpacks_to_far_more_than_it_is_large_is_refused() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        for (int i = 1; i <= 8; i++) {
            files.put("runs/r1/trial-" + i + ".cpu.tree", new byte[8 << 20]);
        }
        pack(files);
        assertThat(Files.size(archive)).isLessThan(100_000);

        assertThatThrownBy(() -> HistoryImport.read(there, archive, warnings::add))
                .hasMessageContaining("unpacks to more than a history");
        assertThat(there.folder()).isEmptyDirectory();
    }

    @Test
    void what_is_no_archive_is_refused_with_words() throws IOException {
        Files.writeString(archive, "no zip");
        assertThatThrownBy(() -> HistoryImport.read(there, archive, warnings::add))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining("is not a zip archive");
        assertThatThrownBy(() -> HistoryImport.read(there, folder.resolve("none.zip"), warnings::add))
                .hasMessageContaining("there is no archive");
    }

    @Test
    void an_archive_that_was_cut_off_anywhere_takes_nothing_in() throws IOException {
        save(here, "r1", Verdict.PASS);
        HistoryExport.write(here, archive);
        byte[] whole = Files.readAllBytes(archive);
        for (int length = 0; length < whole.length; length += 97) {
            Files.write(archive, java.util.Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> HistoryImport.read(there, archive, warnings::add))
                    .isInstanceOf(StoreFailed.class);
        }
        assertThat(there.list()).isEmpty();
    }

    @Test
    void an_empty_history_makes_an_archive_too() {
        HistoryExport.write(here, archive);

        assertThat(HistoryImport.read(there, archive, warnings::add)).isEqualTo(new Imported(0, 0, 0, 0));
    }

    @Test
    void gates_imports_and_exports_at_the_same_time_lose_nothing() throws Exception {
        for (int i = 0; i < 10; i++) {
            save(here, "a" + i, Verdict.PASS);
            pair(here, "k1", "a" + i);
        }
        HistoryExport.write(here, archive);
        ExecutorService gates = Executors.newFixedThreadPool(8);
        List<Future<?>> done = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String id = "b" + i;
            done.add(gates.submit(() -> save(new History(there.folder(), warnings::add), id, Verdict.PASS)));
            done.add(gates.submit(() -> pair(new History(there.folder(), warnings::add), "k1", id)));
            if (i % 5 == 0) {
                done.add(gates.submit(() -> HistoryImport.read(there, archive, warnings::add)));
                done.add(gates.submit(() -> HistoryExport.write(there, folder.resolve(id + ".zip"))));
            }
        }
        for (Future<?> one : done) {
            one.get();
        }
        gates.shutdown();

        assertThat(there.list()).hasSize(30).allMatch(run -> run.verdict().isPresent());
        assertThat(new Comparisons(there, warnings::add).list())
                .singleElement()
                .extracting(StoredComparison::pairs)
                .isEqualTo(30);
        assertThat(warnings).isEmpty();
        for (String id : List.of("b0", "b5", "b10", "b15")) {
            History copy = new History(folder.resolve("copy-" + id), warnings::add);
            assertThat(HistoryImport.read(copy, folder.resolve(id + ".zip"), warnings::add)
                            .refused())
                    .isZero();
        }
    }

    private void save(History history, String id, Verdict verdict) {
        history.save(StoredRuns.run(id, StoredRuns.START, "17"));
        history.saveVerdict(id, judged(verdict), Instant.EPOCH);
    }

    private void pair(History history, String key, String id) {
        ProfiledRun baseline = StoredRuns.run(id + "-baseline", StoredRuns.START, "17");
        ProfiledRun candidate = StoredRuns.run(id + "-candidate", StoredRuns.START, "17");
        new Comparisons(history, warnings::add)
                .save(key, id, new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()), baseline, candidate);
    }

    private static Judgement judged(Verdict verdict) {
        return new Judgement(verdict, List.of(), List.of(), Map.of());
    }

    private Map<String, byte[]> unpacked() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            for (ZipEntry entry : zip.stream().map(ZipEntry.class::cast).toList()) {
                files.put(entry.getName(), zip.getInputStream(entry).readAllBytes());
            }
        }
        return files;
    }

    private void pack(Map<String, byte[]> files) throws IOException {
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue());
                zip.closeEntry();
            }
        }
    }

    private List<Path> evil() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().contains("evil")).toList();
        }
    }
}
