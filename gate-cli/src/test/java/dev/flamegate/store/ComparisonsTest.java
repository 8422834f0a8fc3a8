package dev.flamegate.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonsTest {
    private static final List<Arm> BASELINE_FIRST = List.of(Arm.BASELINE, Arm.CANDIDATE);
    private static final List<Arm> CANDIDATE_FIRST = List.of(Arm.CANDIDATE, Arm.BASELINE);

    @TempDir
    Path folder;

    private final List<String> warnings = new ArrayList<>();
    private Comparisons comparisons;

    @BeforeEach
    void open() {
        comparisons = open(warnings);
    }

    @Test
    void nothing_is_there_before_the_first_pair() {
        assertThat(comparisons.load("k1")).isEmpty();
        assertThat(comparisons.past("k1", run("r", 0, "17").run())).isEmpty();
    }

    @Test
    void pairs_are_read_as_they_were_written() {
        Pair pair = new Pair(1, CANDIDATE_FIRST, "the disk was full", List.of(new Warning("clock", "it was set")));
        comparisons.save("k1", "p1", pair, run("p1-baseline", 0, "17"), run("p1-candidate", 1, "17"));

        ProfiledComparison read = comparisons.load("k1").orElseThrow();

        assertThat(read.comparison().id()).isEqualTo("k1");
        assertThat(read.comparison().pairs()).containsExactly(pair);
        assertThat(read.comparison().baseline())
                .isEqualTo(run("p1-baseline", 0, "17").run());
        assertThat(read.comparison().candidate())
                .isEqualTo(run("p1-candidate", 1, "17").run());
        assertThat(read.baseline()).hasSize(1);
        assertThat(read.candidate().get(0).get(ProfileEvent.CPU).weight()).isEqualTo(10_000_000);
        assertThat(warnings).isEmpty();
        assertThat(place()).isDirectoryContaining("glob:**k1").isDirectoryNotContaining("glob:**writing-*");
    }

    @Test
    void pairs_are_numbered_anew_in_the_order_of_time() {
        save("k1", "20261120-100200-aaaa", 5, CANDIDATE_FIRST, "17");
        save("k1", "20261120-100100-ffff", 1, BASELINE_FIRST, "17");
        save("k1", "20261120-100300-0000", 2, CANDIDATE_FIRST, "17");

        Comparison read = comparisons.load("k1").orElseThrow().comparison();

        assertThat(read.pairs()).extracting(Pair::number).containsExactly(1, 2, 3);
        assertThat(read.pairs()).extracting(Pair::first).containsExactly(Arm.BASELINE, Arm.CANDIDATE, Arm.CANDIDATE);
        assertThat(read.baseline().trials()).extracting(Trial::number).containsExactly(1, 2, 3);
        assertThat(read.baseline().id()).isEqualTo("20261120-100300-0000-baseline");
    }

    @Test
    void work_is_read_with_the_pairs_that_follow_it_and_is_no_pair() {
        Comparison counted = counted(1000);

        comparisons.saveWork("k1", counted);

        assertThat(comparisons.load("k1").orElseThrow().comparison()).isEqualTo(counted);
        save("k1", "20261120-100100-ffff", 1, BASELINE_FIRST, "17");
        Comparison read = comparisons.load("k1").orElseThrow().comparison();
        assertThat(read.pairs()).hasSize(1);
        assertThat(read.difference()).isEqualTo(counted.difference());
        assertThat(read.candidate().work()).isEqualTo(counted.candidate().work());
        assertThat(new Records(new History(folder.resolve("history"), warnings::add)).all())
                .extracting(RecordName::id)
                .containsExactly("20261120-100100-ffff");
    }

    @Test
    void work_that_another_gate_has_stored_meanwhile_stays() {
        comparisons.saveWork("k1", counted(1000));

        comparisons.saveWork("k1", counted(2000));

        assertThat(comparisons.load("k1").orElseThrow().comparison()).isEqualTo(counted(1000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"difference.json", "baseline/run.json", "candidate/SHA256SUMS"})
    void work_that_cannot_be_read_is_replaced(String file) throws IOException {
        comparisons.saveWork("k1", counted(1000));
        Path work = folder.resolve("history/comparisons/k1/work");
        Files.writeString(work.resolve(file), "{");

        assertThat(comparisons.load("k1")).isEmpty();
        comparisons.saveWork("k1", counted(2000));

        assertThat(comparisons.load("k1").orElseThrow().comparison()).isEqualTo(counted(2000));
        assertThat(warnings).singleElement().asString().startsWith("stored work is skipped");
    }

    private static Comparison counted(double instructions) {
        WorkDifference difference = new WorkDifference(
                List.of(new WorkDifference.Method(
                        "GET /cart",
                        "shop.Price.step",
                        12,
                        true,
                        List.of("shop.Cart.total"),
                        new WorkDifference.Both(40, 80),
                        new WorkDifference.Both(400, 800),
                        new WorkDifference.Both(3, 3),
                        new WorkDifference.Both(0, 2),
                        List.of(new WorkDifference.Loop(14, new WorkDifference.Both(1, 2))))),
                3,
                1,
                List.of("shop.Cart.discount"),
                "a file differs");
        Work work = new Work(
                Map.of(
                        "GET /cart",
                        new Work.Requests(100, Map.of(WorkCount.INSTRUCTIONS, new Work.PerRequest(instructions, 0.5)))),
                List.of("cleaner-#"),
                List.of("shop.Odd: its class loader"));
        Run before = run("w-baseline", 0, "17").run().withTrials(List.of()).withWork(List.of(work));
        Run after = run("w-candidate", 1, "17").run().withTrials(List.of()).withWork(List.of(work, work));
        return ProfiledComparison.counted("k1", before, after, difference).comparison();
    }

    @Test
    void a_stored_pair_never_changes() {
        save("k1", "p1", 1, BASELINE_FIRST, "17");

        assertThatThrownBy(() -> save("k1", "p1", 1, CANDIDATE_FIRST, "17"))
                .isInstanceOf(StoreFailed.class)
                .hasMessageContaining("p1 is already stored");
        assertThat(comparisons
                        .load("k1")
                        .orElseThrow()
                        .comparison()
                        .pairs()
                        .get(0)
                        .first())
                .isEqualTo(Arm.BASELINE);
        assertThat(place()).isDirectoryContaining("glob:**k1").isDirectoryNotContaining("glob:**writing-*");
    }

    @Test
    void two_gates_add_pairs_at_once() throws Exception {
        ExecutorService gates = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> added = new ArrayList<>();
            for (int gate = 0; gate < 2; gate++) {
                String name = "gate" + gate;
                Comparisons own = open(new ArrayList<>());
                added.add(gates.submit(() -> {
                    for (int i = 0; i < 20; i++) {
                        save(own, "k1", "p" + (10 + i) + "-" + name, 1, BASELINE_FIRST, "17");
                        assertThat(own.load("k1").orElseThrow().validPairs()).isGreaterThan(i);
                    }
                }));
            }
            for (Future<?> one : added) {
                one.get();
            }
        } finally {
            gates.shutdown();
        }

        assertThat(comparisons.load("k1").orElseThrow().comparison().pairs()).hasSize(40);
        assertThat(warnings).isEmpty();
    }

    @Test
    void a_gate_reads_the_history_while_another_stores_and_deletes() throws Exception {
        History read = new History(folder.resolve("history"), warnings::add);
        Comparisons reader = new Comparisons(read, warnings::add);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> stored = other.submit(() -> {
                Comparisons own = open(new ArrayList<>());
                for (int i = 0; i < 60; i++) {
                    save(own, "k" + i, "p", 1, BASELINE_FIRST, "17");
                    if (i % 2 == 0) {
                        own.delete("k" + i);
                    }
                }
            });
            while (!stored.isDone()) {
                assertThat(Comparisons.places(place()))
                        .allMatch(one -> String.valueOf(one.getFileName()).matches("k[0-9]+"));
                assertThat(new Records(read).all()).allMatch(name -> name.id().equals("p"));
                assertThat(reader.list()).allMatch(one -> one.pairs() == 1);
                reader.like(run("r", 0, "17").run());
            }
            stored.get();
        } finally {
            other.shutdown();
        }

        assertThat(reader.list()).hasSize(30);
        assertThat(warnings).isEmpty();
        assertThat(read.folder()).isDirectoryNotContaining("regex:.*(writing|deleting).*");
    }

    @Test
    void a_damaged_pair_is_passed_over_with_one_warning() throws IOException {
        save("k1", "p1", 1, BASELINE_FIRST, "17");
        save("k1", "p2", 2, CANDIDATE_FIRST, "17");
        save("k1", "p3", 3, CANDIDATE_FIRST, "17");
        Path edited = place().resolve("k1/p1/candidate/run.json");
        Files.writeString(edited, Files.readString(edited).replace("2.5", "1.5"));
        Files.delete(place().resolve("k1/p3/pair.json"));

        Comparison read = comparisons.load("k1").orElseThrow().comparison();
        comparisons.load("k1");

        assertThat(read.pairs()).extracting(Pair::number).containsExactly(1);
        assertThat(read.candidate().id()).isEqualTo("p2-candidate");
        assertThat(warnings).hasSize(2).allMatch(warning -> warning.startsWith("a stored pair is skipped"));
        assertThat(warnings.get(0)).contains("p1-candidate", "checksum");
    }

    @Test
    void past_comparisons_are_others_of_the_same_fingerprint() {
        save("k1", "p2", 1, BASELINE_FIRST, "17");
        save("k2", "p1", 1, BASELINE_FIRST, "17");
        save("k3", "p1", 1, BASELINE_FIRST, "25");
        save("k4", "p1", 1, BASELINE_FIRST, "17");

        assertThat(comparisons.past("k1", run("r", 0, "17").run()))
                .extracting(Comparison::id)
                .containsExactly("k2", "k4");
    }

    @Test
    void what_is_measured_later_does_not_change_the_past() {
        save("k1", "p2", 1, BASELINE_FIRST, "17");
        save("k1", "p4", 2, BASELINE_FIRST, "17");
        save("k2", "p1", 1, BASELINE_FIRST, "17");
        List<Comparison> past = comparisons.past("k1", run("r", 0, "17").run());

        save("k2", "p3", 2, BASELINE_FIRST, "17");
        save("k3", "p3", 1, BASELINE_FIRST, "17");

        assertThat(past).extracting(Comparison::id).containsExactly("k2");
        assertThat(comparisons.past("k1", run("r", 0, "17").run())).isEqualTo(past);
    }

    @Test
    void the_looks_are_stored_with_the_verdict() {
        save("k1", "p1", 1, BASELINE_FIRST, "17");
        Looks looks = Looks.NIGHTLY.goingOn(24);
        comparisons.saveVerdict(
                "k1", new Judgement(Verdict.INCONCLUSIVE, List.of(), List.of(), Map.of()), StoredRuns.START, looks);

        assertThat(comparisons.looks("k1")).contains(looks);
        assertThat(comparisons.looks("k2")).isEmpty();
    }

    @Test
    void what_a_killed_gate_left_half_written_is_no_comparison() throws IOException {
        save("k1", "p1", 1, BASELINE_FIRST, "17");
        Files.createDirectories(place().resolve("writing-1234/baseline"));

        assertThat(comparisons.past("k2", run("r", 0, "17").run())).hasSize(1);
        assertThat(warnings).isEmpty();
    }

    @Test
    void names_do_not_climb_out_of_the_folder() {
        assertThatThrownBy(() -> save("../k1", "p1", 1, BASELINE_FIRST, "17")).isInstanceOf(StoreFailed.class);
        assertThatThrownBy(() -> save("k1", "..", 1, BASELINE_FIRST, "17")).isInstanceOf(StoreFailed.class);
        assertThat(folder.resolve("k1")).doesNotExist();
    }

    private Path place() {
        return folder.resolve("history").resolve("comparisons");
    }

    private Comparisons open(List<String> told) {
        return new Comparisons(new History(folder.resolve("history"), told::add), told::add);
    }

    private void save(String key, String id, int number, List<Arm> order, String jdk) {
        save(comparisons, key, id, number, order, jdk);
    }

    private static void save(Comparisons into, String key, String id, int number, List<Arm> order, String jdk) {
        into.save(
                key,
                id,
                new Pair(number, order, null, List.of()),
                run(id + "-baseline", number, jdk),
                run(id + "-candidate", number, jdk));
    }

    private static ProfiledRun run(String id, int minutes, String jdk) {
        return StoredRuns.run(id, StoredRuns.START.plusSeconds(60L * minutes), jdk);
    }
}
