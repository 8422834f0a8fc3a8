package dev.flamegate.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.model.Run;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Wanted;
import dev.flamegate.store.StoredBaselines;
import dev.flamegate.store.StoredRun;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SharedHistoryCommandTest {
    @TempDir
    private Path folder;

    private History here;
    private History there;
    private String remote = "";

    @BeforeEach
    void open() throws Exception {
        here = new History(folder.resolve(".flamegate/history"), warning -> {});
        there = new History(folder.resolve("there"), warning -> {});
        Path repository = folder.resolve("shared.git");
        try {
            assertThat(new ProcessBuilder("git", "init", "--quiet", "--bare", repository.toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            assumeTrue(false, "there is no git on the path");
        }
        remote = "git:" + repository + "#runs";
        for (int i = 0; i < 4; i++) {
            here.save(StoredRuns.run("r" + i, StoredRuns.START.plusSeconds(i), "17"));
        }
    }

    @Test
    void what_is_pushed_here_is_pulled_there() {
        Ended pushed = run(here, "push");
        Ended pulled = run(there, "pull", "--latest", "3");
        Ended listed = run(there, "list");

        assertThat(pushed.out()).as(pushed.err()).contains("4 runs and 0 pairs are new at git:");
        assertThat(pulled.out()).as(pulled.err()).contains("3 runs and 0 pairs are new here, 0 were not used");
        assertThat(listed.out()).contains("r3", "r2", "r1").doesNotContain("r0");
        assertThat(run(there, "pull", "--service", "another").out()).contains("0 runs");
        assertThat(run(there, "pull", "--latest", "-1").code()).isEqualTo(2);
    }

    @Test
    void a_pin_is_shared_at_once_and_so_is_its_end() {
        assertThat(run(here, "pin", "r1", "release").code()).isZero();
        run(there, "pull");
        assertThat(there.allPins()).isEqualTo(Map.of("release", "r1"));

        run(there, "pin", "none", "release");
        run(here, "pull");

        assertThat(here.allPins()).isEmpty();
    }

    @Test
    void prune_deletes_here_and_there() {
        run(here, "push");

        assertThat(run(here, "prune", "--keep", "3", "--dry-run").out())
                .contains(
                        "1 run and 0 comparisons would be deleted\n",
                        "1 run and 0 comparisons would be deleted at git:");
        Ended pruned = run(here, "prune", "--keep", "3");

        assertThat(pruned.out()).contains("1 run and 0 comparisons deleted at git:");
        assertThat(here.list()).hasSize(3);
        run(there, "pull");
        assertThat(there.list()).extracting(StoredRun::id).containsExactly("r3", "r2", "r1");
    }

    @Test
    void one_service_can_be_pushed_and_pruned_alone() {
        here.save(StoredRuns.of("cart", "c1", StoredRuns.START));
        here.save(StoredRuns.of("cart", "c2", StoredRuns.START.plusSeconds(1)));

        assertThat(run(here, "push", "--service", "cart").out()).contains("2 runs and 0 pairs are new at git:");
        Ended pruned = run(here, "prune", "--service", "shop", "--keep", "1");

        assertThat(pruned.out())
                .as(pruned.err())
                .contains(
                        "deleted r0", "3 runs and 0 comparisons deleted\n", "3 runs and 0 comparisons deleted at git:");
        assertThat(here.list()).extracting(StoredRun::id).containsExactlyInAnyOrder("r3", "c1", "c2");
        assertThat(run(there, "pull").out()).contains("3 runs");
    }

    @Test
    void a_place_that_cannot_be_reached_is_no_bug_and_a_pin_stays() {
        remote = "git:" + folder.resolve("nowhere.git") + "#runs";

        Ended pushed = run(here, "push");
        Ended pinned = run(here, "pin", "r1", "release");
        Ended pruned = run(here, "prune", "--keep", "1");

        assertThat(pushed.code()).isEqualTo(3);
        assertThat(pushed.err()).contains("cannot be reached", "nowhere.git");
        assertThat(pinned.code()).isZero();
        assertThat(pinned.err()).contains("not shared yet", "`flamegate history push` shares it");
        assertThat(here.allPins()).containsKey("release");
        assertThat(pruned.code()).isEqualTo(3);
        assertThat(here.list()).as("nothing is pruned on one side alone").hasSize(4);
    }

    @Test
    void a_history_that_is_not_shared_or_at_no_place_is_a_wrong_command_line() {
        Ended unshared = Commands.run("history", "push", "--history", here.folder());
        Ended none = Commands.run("history", "push", "--history", here.folder(), "--history-remote", "none");
        Ended wrong = Commands.run(
                "history", "push", "--history", here.folder(), "--history-remote", "https://ci:hunter2@example.org");

        assertThat(List.of(unshared.code(), none.code(), wrong.code())).containsOnly(2);
        assertThat(unshared.err()).contains("this history is not shared", "FLAMEGATE_HISTORY_REMOTE");
        assertThat(wrong.err())
                .contains("--history-remote: ", "is not a valid history location")
                .doesNotContain("hunter2");
    }

    @Test
    void an_option_goes_before_the_variable_and_that_before_the_plan() {
        RemoteSpec planned = RemoteSpec.parse("git:planned");
        Map<String, String> variable = Map.of("FLAMEGATE_HISTORY_REMOTE", "git:variable");

        assertThat(Sharing.place("git:option", variable, planned)).isEqualTo(RemoteSpec.parse("git:option"));
        assertThat(Sharing.place(null, variable, planned)).isEqualTo(RemoteSpec.parse("git:variable"));
        assertThat(Sharing.place(null, Map.of("FLAMEGATE_HISTORY_REMOTE", ""), planned))
                .isEqualTo(planned);
        assertThat(Sharing.place("none", variable, planned)).isNull();
        assertThatThrownBy(() -> Sharing.place(null, Map.of("FLAMEGATE_HISTORY_REMOTE", "x"), null))
                .isInstanceOf(UsageProblem.class)
                .hasMessageStartingWith("FLAMEGATE_HISTORY_REMOTE: x is not a valid history location");
    }

    @Test
    void the_plan_says_where_a_history_is_shared() throws IOException {
        Path plan = Files.writeString(
                folder.resolve("flamegate.yaml"),
                "target: {jar: app.jar}\nrules: [rules/sets/service.yaml]\nhistory: \"git:shared.git#runs\"\n");

        Ended pushed = Commands.run("history", "push", "--plan", plan);

        assertThat(pushed.out()).as(pushed.err()).contains("4 runs and 0 pairs are new at git:shared.git#runs");
        assertThat(run(there, "pull").out()).contains("4 runs");
    }

    @Test
    void a_gate_without_its_shared_history_goes_on_and_whoever_finds_no_baseline_is_told() throws Exception {
        List<String> warnings = new ArrayList<>();
        RemoteSpec nowhere = RemoteSpec.parse("git:" + folder.resolve("nowhere.git"));
        Run candidate =
                StoredRuns.run("r9", StoredRuns.START.plusSeconds(9), "17").run();
        try (Sharing sharing = Sharing.of(there, nowhere, folder, warnings::add)) {
            sharing.pull(Sharing.comparisons("shop"), new Silent());
            there.save(StoredRuns.run("r8", StoredRuns.START.plusSeconds(20), "17"));
            sharing.push();
        }

        assertThat(warnings)
                .hasSize(2)
                .anyMatch(text -> text.contains("comparing only with runs stored in"))
                .anyMatch(text -> text.contains("not shared yet: git:"));
        assertThat(new StoredBaselines(there, candidate).find(new BaselineRef.PreviousRun()))
                .asString()
                .contains("no earlier run of shop is stored yet here, and the shared history was not read: git:");
    }

    @Test
    void what_the_rules_name_is_wanted_however_old_it_is() {
        List<Rule> rules = RulesReader.read(List.of(new Source(
                        "rules",
                        "rules: [{id: a, indicator: cpu.per-request, must: [< 5% growth vs run r0, < 5% growth vs pin x],"
                                + " should: < 9% growth vs median of 40 runs}]")))
                .rules();

        assertThat(Sharing.runs("shop", rules)).isEqualTo(new Wanted("shop", 80, 0, Set.of("r0")));
        assertThat(Sharing.runs("shop", List.of())).isEqualTo(new Wanted("shop", 50, 0, Set.of()));
    }

    @Test
    void a_gate_that_only_pulls_sends_nothing_and_one_that_fails_sends_what_it_stored() throws Exception {
        RemoteSpec place = RemoteSpec.parse(remote);
        try (Sharing sharing = Sharing.of(here, place, folder, warning -> {}).pullOnly()) {
            sharing.push();
        }
        assertThat(run(there, "pull").out()).contains("0 runs");

        List<String> warnings = new ArrayList<>();
        try (Sharing sharing = Sharing.of(here, place, folder, warnings::add).pullOnlyBecause("CHANGE_ID")) {
            sharing.push();
        }
        assertThat(run(there, "pull").out()).contains("0 runs");
        assertThat(warnings).singleElement().asString().contains("CHANGE_ID", "not shared", "--history-push");

        try (GateCourse course = course()) {
            assertThatThrownBy(() -> course.measure(Sharing.runs("shop", List.of()), () -> "gate", gate -> {}, gate -> {
                        throw new IllegalStateException("broke off");
                    }))
                    .hasMessage("broke off");
        }
        assertThat(run(there, "pull").out()).contains("4 runs");
    }

    /** The course of a command with the plan of this folder. */
    private GateCourse course() throws IOException {
        Options options = new Options();
        options.place.plan = Files.writeString(
                folder.resolve("flamegate.yaml"),
                "{version: 1, service: shop, target: {command: [a]}, load: {simulation: a.B}}");
        options.place.history = here.folder();
        options.place.historyRemote = remote;
        options.historyPush = Options.Push.ALWAYS;
        return new GateCourse(
                PlanFiles.read(options), options, new CommandLine(CommandLine.Model.CommandSpec.create()));
    }

    private Ended run(History history, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("history"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--history", history.folder(), "--history-remote", remote));
        return Commands.run(all.toArray());
    }

    private static final class Silent implements Progress {
        @Override
        public void stage(String stage, Duration left) {}

        @Override
        public void detail(String detail) {}

        @Override
        public void note(String message) {}

        @Override
        public void warn(String message) {}
    }
}
