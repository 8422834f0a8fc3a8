package dev.flamegate.init.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.Schemas;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import dev.flamegate.testing.TrialBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RulesSuggestCommandTest {
    @TempDir
    private Path folder;

    private final Random random = new Random(3);
    private Path rules;

    @BeforeEach
    void write() throws IOException {
        rules = Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: cpu
                    indicator: cpu.per-request
                    must: ["< 90 ms", "< 50% growth vs previous run"]
                    owner: "team: \\"shop\\""
                  - id: compared
                    indicator: cpu.per-request
                    must: "< 50% growth vs baseline, ignoring < 0.1 ms"
                    applies: compare
                  - id: queue
                    indicator: queue
                    should: "< 10 tasks"
                    on-no-data: skip
                indicators:
                  queue: {query: "sum(tasks{$selector})", unit: tasks, better: lower, description: Waiting tasks}
                """);
    }

    @Test
    void limits_come_as_a_rule_file_that_can_be_read() {
        runs(6, "a", "a");
        comparisons(3, "a", "a");

        Ended ended = suggest();
        RuleSet read = RulesReader.read(List.of(new Source("suggested.yaml", ended.out())));

        assertThat(ended.code()).isZero();
        assertThat(read.rules()).extracting(rule -> rule.id()).containsExactly("cpu", "compared", "queue");
        assertThat(read.rules().get(0).must()).hasSize(2);
        assertThat(read.rules().get(0).must().get(1).limit().base()).isBetween(0.02, 0.3);
        assertThat(read.rules().get(0).owner()).isEqualTo("team: \"shop\"");
        assertThat(read.rules().get(1).must().get(0).limit().base()).isBetween(0.01, 0.1);
        assertThat(read.rules().get(2).should().get(0).text()).isEqualTo("< 10 tasks");
        assertThat(ended.out())
                .contains("from what is stored of shop")
                .contains("# Comparisons: 3 with 12 pairs. Each compared a build with itself.\n")
                .contains("# Runs: 6, all of one build.\n")
                .contains("Was `< 90 ms`. Unchanged runs had ")
                .contains("Found nine times in ten within 12 pairs: +")
                .contains("`< 10 tasks` is kept: the stored runs do not have it.");
        assertThat(ended.out().replace("\n    #", ""))
                .containsPattern("Decided after [3-9][.0-9]* pairs on average; `< [^`]+` would take [0-9.]+\\.\n");
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void runs_of_different_builds_are_said_to_be_so() {
        runs(6, "a", "b");
        comparisons(3, "a", "b");

        assertThat(suggest().out().replace("\n# ", " "))
                .contains("Runs: 6, OF 2 DIFFERENT BUILDS: whatever changed between them counts as noise here")
                .contains(
                        "None compared a build with itself; of the others only the scatter of the pairs around their mean");
    }

    @Test
    void too_little_history_says_how_much_is_needed() {
        Ended empty = suggest();
        runs(4, "a", "a");
        Ended few = suggest();

        assertThat(empty.code()).isEqualTo(3);
        assertThat(empty.err()).contains("too little history to suggest limits from: nothing is stored in");
        assertThat(few.code()).isEqualTo(3);
        assertThat(few.err())
                .contains("4 runs and 0 pairs of shop are stored in")
                .contains("it takes 8 pairs in two comparisons", "5 runs of one build");
    }

    @Test
    void one_json_object_has_the_figures() throws IOException {
        comparisons(3, "a", "a");

        String printed = suggest("--json", "--pairs", "6").out();
        JsonNode json = JsonMapper.shared().readTree(printed);

        assertThat(Schemas.errors("suggest", printed)).isEmpty();
        assertThat(json.path("service").asString()).isEqualTo("shop");
        assertThat(json.path("from").path("pairs").asInt()).isEqualTo(12);
        assertThat(json.path("pairs").asInt()).isEqualTo(6);
        assertThat(json.path("unchanged").path("compare").path("fail").asDouble())
                .isLessThan(0.01);
        JsonNode kept = json.path("criteria").path(1);
        assertThat(kept.path("kept").asString()).isEqualTo("it takes 5 runs, and 0 are stored");
        JsonNode compared = json.path("criteria").path(2);
        assertThat(compared.path("source").asString()).isEqualTo("comparisons");
        assertThat(compared.path("suggested").asString()).startsWith("< ");
        assertThat(compared.path("stricter").path("pairs").asDouble())
                .isGreaterThan(compared.path("pairs").asDouble());
        assertThat(compared.path("detectable").asDouble()).isBetween(0.01, 0.5);
        assertThat(suggest("--pairs", "2").code()).isEqualTo(2);
    }

    @Test
    void without_rules_or_a_plan_it_is_the_default_set() {
        comparisons(3, "a", "a");

        Ended ended = Commands.run("rules", "suggest", "--history", folder.resolve("history"));

        assertThat(ended.out()).contains("- id: cpu-cost-compared\n", "- id: allocation-compared\n");
    }

    private Ended suggest(Object... options) {
        List<Object> all = new ArrayList<>(List.of("rules", "suggest", rules, "--history", folder.resolve("history")));
        all.addAll(List.of(options));
        return Commands.run(all.toArray());
    }

    private void runs(int count, String... builds) {
        History history = new History(folder.resolve("history"), warning -> {});
        for (int i = 0; i < count; i++) {
            String id = "r" + i;
            history.save(run(id, i, builds[i % builds.length], 3));
            Judgement passed = new Judgement(Verdict.PASS, List.of(), List.of(), Map.of());
            history.saveVerdict(id, passed, Instant.EPOCH);
        }
    }

    private void comparisons(int count, String baseline, String candidate) {
        Comparisons comparisons = new Comparisons(new History(folder.resolve("history"), warning -> {}), warning -> {});
        for (int i = 0; i < 4 * count; i++) {
            String id = "p" + (100 + i);
            Pair pair = new Pair(1, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of());
            comparisons.save(
                    "k" + i / 4,
                    id,
                    pair,
                    run(id + "-baseline", i, baseline, 1),
                    run(id + "-candidate", i, candidate, 1));
        }
    }

    private ProfiledRun run(String id, int minutes, String build, int trials) {
        Run run = StoredRuns.run(id, StoredRuns.START.plusSeconds(60L * minutes), "17")
                .run();
        List<Trial> noisy = new ArrayList<>();
        for (int i = 1; i <= trials; i++) {
            noisy.add(costing(run.trials().get(0).numbered(i)));
        }
        Run made = new Run(
                id,
                "shop",
                run.started(),
                run.runtime(),
                run.cpus(),
                Map.of("target.sha256", build),
                new Fingerprint(Map.of("jdk", "17")),
                noisy,
                Map.of(),
                List.of());
        return new ProfiledRun(made, Collections.nCopies(trials, Map.of()));
    }

    private Trial costing(Trial trial) {
        double cpu = 2.5 * Math.exp(0.01 * random.nextGaussian());
        return TrialBuilder.like(trial)
                .series(List.of())
                .seconds(Map.of())
                .counters(Map.of(Counter.CPU_PROCESS, cpu, Counter.CPU_APPLICATION, cpu, Counter.ALLOCATED, 4e8 * cpu))
                .profiles(List.of())
                .warnings(List.of())
                .faults(Faults.NONE)
                .build();
    }
}
