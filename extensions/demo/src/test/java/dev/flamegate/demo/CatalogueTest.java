package dev.flamegate.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.demo.Scenario.Step;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The catalogue that is shipped: all of it can be read, and expects only of rules that there are. */
class CatalogueTest {
    private static final Path FOLDER = Path.of("..", "..", "examples", "catalogue");

    @TempDir
    Path folder;

    static List<Scenario> scenarios() {
        return new Catalogue(FOLDER).scenarios();
    }

    @Test
    void every_case_of_the_field_reports_is_there_in_the_order_of_the_tour() {
        assertThat(scenarios()).extracting(Scenario::name).containsExactly(NAMES);
    }

    private static final String[] NAMES = {
        "matrix",
        "allocation",
        "lock",
        "pool-exhausted",
        "single-actor",
        "serial-pipeline",
        "bursty-pool",
        "idle-pool",
        "starved",
        "allocation-stall",
        "n-plus-one",
        "exception",
        "regex",
        "logging",
        "tail",
        "leak",
        "creep",
        "no-op"
    };

    @ParameterizedTest
    @MethodSource("scenarios")
    void its_plan_and_rules_can_be_read_for_every_step(Scenario scenario) throws IOException {
        for (Step step : scenario.steps()) {
            Plan plan = plan(scenario, step);
            assertThat(plan.target().takesPort()).isTrue();
            Set<String> rules = rules(scenario, plan).stream().map(Rule::id).collect(Collectors.toSet());
            assertThat(rules)
                    .containsAll(step.expected().broken().keySet())
                    .containsAll(step.expected().holds())
                    .containsAll(step.expected().fallsBy().keySet());
        }
    }

    @Test
    void each_is_over_in_three_minutes_and_all_in_forty() throws IOException {
        Duration all = Duration.ZERO;
        for (Scenario scenario : scenarios()) {
            Duration one = Duration.ZERO;
            for (Step step : scenario.steps()) {
                one = one.plus(expected(plan(scenario, step), step));
            }
            assertThat(one).as(scenario.name()).isLessThan(Duration.ofMinutes(3));
            all = all.plus(one);
        }
        assertThat(all).isLessThan(Duration.ofMinutes(40));
    }

    /** What was seen: 4 s around a trial, 8 s around a pair; three pairs, and a fourth to confirm what fails. */
    private static Duration expected(Plan plan, Step step) {
        Duration warmUp = plan.load().warmUp().atMost();
        Duration measure = plan.load().measure();
        if (step.kind() == Step.Kind.RUN) {
            return warmUp.plus(measure).plusSeconds(4).multipliedBy(plan.trials());
        }
        boolean fails = !step.expected().broken().isEmpty();
        return warmUp.plus(measure.multipliedBy(2)).plusSeconds(8).multipliedBy(fails ? 4 : 3);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void it_tells_what_it_teaches(Scenario scenario) {
        assertThat(List.of(scenario.title(), scenario.problem(), scenario.fix(), scenario.lesson()))
                .allSatisfy(text -> assertThat(text).isNotBlank());
        assertThat(scenario.title()).doesNotEndWith(".");
        assertThat(scenario.problem()).endsWith(".");
    }

    @Test
    void an_unknown_scenario_is_refused_with_the_known_ones() {
        assertThatThrownBy(() -> new Catalogue(FOLDER).scenario("lok"))
                .isInstanceOf(CatalogueProblem.class)
                .hasMessageStartingWith("lok: there is no such scenario")
                .hasMessageContaining("lock, pool-exhausted");
        assertThatThrownBy(() -> new Catalogue(folder).scenarios())
                .isInstanceOf(CatalogueProblem.class)
                .hasMessageContaining("no scenarios here");
    }

    @Test
    void mistakes_in_an_expectation_name_the_file() throws IOException {
        refused("steps: [{run: a, verdict: [PASS], colour: red}]", "colour");
        refused("steps: [{run: a, compare: b, verdict: [PASS]}]", "either");
        refused("steps: [{run: a, verdict: [GREEN]}]", "GREEN");
        refused("steps: [{run: a, verdict: [FAIL]}]", "broken");
        refused("steps: []", "at least one step");
        refused("steps: [{run: a, verdict: [PASS]}, {run: a, verdict: [PASS]}]", "same name");
        refused("steps: [{compare: a, verdict: [PASS], pin: x}]", "pinned");
        refused("steps: [{run: ../a, verdict: [PASS]}]", "lower-case letters");
        refused("steps: [", "expected.yaml");
    }

    private void refused(String steps, String word) throws IOException {
        Path place = Files.createDirectories(folder.resolve("one"));
        Files.writeString(place.resolve("expected.yaml"), "title: t\nproblem: p\nfix: f\nlesson: l\n" + steps + "\n");
        assertThatThrownBy(() -> new Catalogue(folder).scenarios())
                .isInstanceOf(CatalogueProblem.class)
                .hasMessageContaining("expected.yaml")
                .hasMessageContaining(word);
    }

    @Test
    void what_was_found_is_read_back_and_makes_the_page() throws IOException {
        List<Scenario> all = List.of(new Catalogue(FOLDER).scenario("lock"), new Catalogue(FOLDER).scenario("regex"));
        StepResult.Line line =
                new StepResult.Line("latency", "32 ms <b>", List.of("culprit: a.Lock$1.book"), "waiting for locks");
        ScenarioResult found = new ScenarioResult(
                "lock",
                "2 CPUs",
                List.of(new StepResult(
                        "problem",
                        "compare",
                        Verdict.FAIL,
                        List.of(line),
                        List.of(),
                        List.of(line),
                        List.of("false alarm: throughput is broken"),
                        61.2)));
        Results results = new Results(folder);
        Files.createDirectories(folder.resolve("lock"));
        results.save(found);

        assertThat(results.load("lock")).contains(found);
        assertThat(results.load("regex")).isEmpty();
        assertThat(found.asExpected()).isFalse();
        assertThat(CataloguePage.write(
                        all,
                        results::load,
                        name -> name.equals("lock") ? Optional.of("catalogue/lock.png") : Optional.empty()))
                .contains("| [`lock`](#lock) | One lock for all | FAIL | waiting for locks | **no** | 61 |")
                .contains("| [`regex`](#regex) | A pattern that backtracks | not run |  |  |  |")
                .contains("Measured on 2 CPUs.")
                .contains("`compare` problem: **FAIL** after 1 min 1 s")
                .contains("* broken `latency`: 32 ms \\<b>")
                .contains("  * culprit: a.Lock\\$1.book")
                .contains("**not as expected:** false alarm: throughput is broken")
                .contains("![The report of lock](catalogue/lock.png)")
                .doesNotContain("The report of regex");
    }

    private static Plan plan(Scenario scenario, Step step) throws IOException {
        return PlanReader.read(source(scenario.plan()), step.set());
    }

    private static List<Rule> rules(Scenario scenario, Plan plan) {
        return RulesReader.read(plan.rules().stream()
                        .map(path -> source(scenario.folder().resolve(path)))
                        .toList())
                .rules();
    }

    private static Source source(Path file) {
        try {
            return new Source(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
