package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Loop;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Comparisons that counted work decides, or leaves to pairs. */
class WorkJudgementTest {
    private static final List<Rule> RULES = rules("""
            version: 1
            rules:
              - {id: work, indicator: work.instructions, request: "*", must: "< 2% growth vs baseline"}
              - {id: cpu, indicator: cpu.per-request, must: "< 5% growth vs baseline"}
            """);
    private static final WorkDifference REACHED =
            new WorkDifference(List.of(), 3, 2, List.of("shop.Cart.discount"), null);
    private static final WorkDifference UNREACHED =
            new WorkDifference(List.of(), 1, 0, List.of("shop.Cart.discount"), null);

    @Test
    void a_growth_of_work_fails_without_a_pair() {
        Look look = look(REACHED, new double[] {1000, 1000.4, 999.8}, new double[] {1031, 1030, 1030.5});

        assertThat(look.decided()).isTrue();
        assertThat(look.isGrown()).isTrue();
        Judgement judgement = look.judgement();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        Finding work = judgement.findings().get(0);
        assertThat(work.reason()).isEqualTo(Reason.SIGNIFICANT_BEYOND_LIMIT);
        assertThat(work.growth()).isCloseTo(0.0304, within(0.001));
        assertThat(work.selector().request()).isEqualTo("GET /cart");
        assertThat(judgement.findings().get(1)).satisfies(cpu -> {
            assertThat(cpu.outcome()).isEqualTo(Outcome.SKIPPED);
            assertThat(cpu.reason()).isEqualTo(Reason.DECIDED_BY_WORK);
            assertThat(cpu.because()).contains("the work of requests grew");
        });
    }

    @Test
    void a_build_in_which_nothing_that_differs_ran_passes_without_a_pair() {
        Look look = look(UNREACHED, new double[] {1000, 1001}, new double[] {1000.5, 1000});

        assertThat(look.decided()).isTrue();
        assertThat(look.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(look.judgement().findings().get(1).because()).contains("nothing that differs");
    }

    @Test
    void one_start_is_enough_where_nothing_that_differs_ran_and_the_rules_hold() {
        assertThat(isSettled(UNREACHED, new double[] {1000}, new double[] {1001}))
                .isTrue();
        assertThat(isSettled(UNREACHED, new double[] {1000}, new double[] {1100}))
                .isFalse();
        assertThat(isSettled(REACHED, new double[] {1000}, new double[] {1001})).isFalse();
        assertThat(isSettled(REACHED, new double[] {1000, 1000}, new double[] {1001, 1000}))
                .isTrue();
        assertThat(isSettled(REACHED, new double[] {1000, 1000}, new double[] {1100, 1100}))
                .isFalse();
    }

    @Test
    void a_third_start_is_wanted_where_two_of_random_requests_show_no_growth_but_do_not_exclude_it() {
        double[] two = {1000, 1000};

        assertThat(isSettled(REACHED, 1, two, new double[] {1001, 1001})).isTrue();
        assertThat(isSettled(REACHED, 30, two, new double[] {1001, 1001})).isFalse();
    }

    private static boolean isSettled(WorkDifference difference, double[] baseline, double[] candidate) {
        return isSettled(difference, 0, baseline, candidate);
    }

    private static boolean isSettled(WorkDifference difference, double error, double[] baseline, double[] candidate) {
        return new SequentialJudge(RULES, List.of(), Looks.DEFAULT)
                .isWorkSettled(counted(difference, error, baseline, candidate).comparison());
    }

    @Test
    void other_code_that_does_as_much_work_is_left_to_pairs() {
        Look look = look(REACHED, new double[] {1000, 1001}, new double[] {1000.5, 1000});

        assertThat(look.decided()).isFalse();
        assertThat(look.isOpen()).isFalse(); // no pair has been measured yet
    }

    @Test
    void a_file_that_differs_is_left_to_pairs_though_no_code_ran() {
        WorkDifference resource = new WorkDifference(List.of(), 0, 0, List.of(), "1 file differs: application.yaml");

        assertThat(look(resource, new double[] {1000, 1000}, new double[] {1000, 1000})
                        .decided())
                .isFalse();
    }

    @Test
    void methods_that_did_more_by_chance_do_not_make_unchanged_builds_differ() {
        WorkDifference.Method chance = new WorkDifference.Method(
                "GET /cart",
                "shop.Cache.drain",
                0,
                false,
                List.of(),
                new Both(4, 8.4),
                new Both(40, 84),
                Both.NONE,
                Both.NONE,
                List.of());
        WorkDifference difference = new WorkDifference(List.of(chance), 0, 0, List.of(), null);

        assertThat(look(difference, new double[] {1000, 1001}, new double[] {1000.5, 1000})
                        .judgement()
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void work_that_was_not_counted_decides_nothing() {
        ProfiledComparison uncounted = ProfiledComparison.bare(
                new Comparison("key", Instant.EPOCH, run(0), run(0), List.of(), Map.of(), List.of()));

        assertThat(new SequentialJudge(RULES, List.of(), Looks.DEFAULT).look(uncounted))
                .satisfies(look -> {
                    assertThat(look.decided()).isFalse();
                    assertThat(look.isGrown()).isFalse();
                });
    }

    @Test
    void a_request_whose_work_varies_fails_nothing_and_says_what_it_could_have_seen() {
        Look look = look(REACHED, new double[] {1000, 1300, 900}, new double[] {1250, 1000, 1400});

        assertThat(look.decided()).isFalse();
        Finding work = look.judgement().findings().get(0);
        assertThat(work.outcome()).isNotEqualTo(Outcome.FAIL);
        assertThat(work.detectable()).isGreaterThan(0.3);
    }

    @Test
    void two_starts_may_agree_by_chance_but_three_show_what_they_differ_by() {
        Judgement two = look(REACHED, 40, new double[] {1000, 1000}, new double[] {1030, 1030})
                .judgement();
        Look three = look(REACHED, 40, new double[] {1000, 1000.5, 1000}, new double[] {1030, 1030, 1030.4});

        assertThat(two.findings().get(0).outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(three.isGrown()).isTrue();
    }

    @Test
    void what_no_build_did_has_not_grown_and_what_is_new_has() {
        assertThat(look(REACHED, new double[] {0, 0}, new double[] {0, 0})
                        .judgement()
                        .findings()
                        .get(0)
                        .outcome())
                .isEqualTo(Outcome.PASS);
        assertThat(look(REACHED, new double[] {0, 0}, new double[] {1, 1}).isGrown())
                .isTrue();
    }

    @Test
    void unchanged_builds_fail_as_rarely_as_is_promised() {
        Random random = new Random(7);
        int failed = 0;
        for (int i = 0; i < 3000; i++) {
            // Three times as loud as what is usual, and no method to blame.
            double[] baseline = random.doubles(3)
                    .map(u -> 1000 * (1 + 0.003 * random.nextGaussian()))
                    .toArray();
            double[] candidate = random.doubles(3)
                    .map(u -> 1000 * (1 + 0.003 * random.nextGaussian()))
                    .toArray();
            failed += look(REACHED, baseline, candidate).isGrown() ? 1 : 0;
        }

        assertThat(failed).isLessThan(9); // 0.3 %
    }

    @Test
    void the_method_that_is_called_more_often_is_the_culprit() {
        WorkDifference.Method step = new WorkDifference.Method(
                "GET /cart",
                "shop.Price.step",
                12,
                false,
                List.of("shop.Cart.total", "shop.Web.cart"),
                new Both(40, 80),
                new Both(400, 800),
                Both.NONE,
                Both.NONE,
                List.of());
        WorkDifference.Method total = new WorkDifference.Method(
                "GET /cart",
                "shop.Cart.total",
                40,
                true,
                List.of("shop.Web.cart"),
                new Both(2, 2),
                new Both(100, 200),
                Both.NONE,
                Both.NONE,
                List.of(new Loop(41, new Both(20, 40)), new Loop(45, new Both(1, 2))));
        WorkDifference difference = new WorkDifference(List.of(step, total), 1, 1, List.of(), null);
        ProfiledComparison counted =
                counted(difference, 0, new double[] {1000, 1000, 1000}, new double[] {1400, 1400, 1400});

        Judgement judgement = WorkChanges.of(counted.comparison())
                .in(new SequentialJudge(RULES, List.of(), Looks.DEFAULT).judge(counted));

        assertThat(judgement.findings().get(0).culprit()).satisfies(culprit -> {
            assertThat(culprit.frame()).isEqualTo("shop.Price.step");
            assertThat(culprit.callers()).extracting("frame").containsExactly("shop.Cart.total", "shop.Web.cart");
            assertThat(culprit.calls().ratio()).isEqualTo(2);
            assertThat(culprit.loop()) // of the nearest caller that has one
                    .isEqualTo(new LoopTurns("shop.Cart.total", 41, "GET /cart", new Both(40, 80)));
        });
        assertThat(WorkChanges.of(counted.comparison()).more())
                .extracting("method")
                .containsExactly("shop.Price.step");
    }

    @Test
    void a_growth_beside_the_same_work_says_so_and_only_warns_where_the_rule_asks() {
        Judgement plain = beside(List.of(), 1000, "evidence").judgement();
        Look withWork = beside(List.of(), 1000, "with-work");

        Finding cpu = plain.findings().get(1);
        assertThat(cpu.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(cpu.warnings()).extracting(Warning::id).containsExactly(Notice.SAME_WORK.id());
        assertThat(withWork.decided()).isTrue();
        assertThat(withWork.isGrown()).isFalse();
        assertThat(withWork.judgement().verdict()).isEqualTo(Verdict.WARN);
        assertThat(withWork.judgement().findings().get(1).warnings())
                .extracting(Warning::message)
                .containsExactly("requests execute the same in both builds, as counted, so the rule only warns");
    }

    @Test
    void a_growth_beside_more_work_breaks_the_build_whatever_the_rule_asks() {
        WorkDifference.Method pause = new WorkDifference.Method(
                "GET /cart",
                "shop.Cart.pause",
                0,
                true,
                List.of(),
                new Both(0, 1),
                new Both(0, 4),
                Both.NONE,
                Both.NONE,
                List.of());

        assertThat(beside(List.of(pause), 1000, "with-work").judgement().verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(beside(List.of(), 1015, "with-work").judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    /** A comparison in which CPU grew by a fifth; work is counted with a baseline of 1000. */
    private static Look beside(List<WorkDifference.Method> methods, double candidate, String decision) {
        List<Rule> rules = rules("""
                version: 1
                rules:
                  - {id: work, indicator: work.instructions, request: "*", must: "< 2%% growth vs baseline"}
                  - {id: cpu, indicator: cpu.per-request, must: "< 5%% growth vs baseline", decision: %s}
                """.formatted(decision));
        ProfiledComparison counted =
                counted(new WorkDifference(methods, 3, 2, List.of(), null), 0, new double[] {1000, 1000}, new double[] {
                    candidate, candidate
                });
        double[] baseline = {0.0100, 0.0102, 0.0099, 0.0101, 0.0100, 0.0098};
        ProfiledRun before = Runs.costing(baseline);
        ProfiledRun after =
                Runs.costing(Arrays.stream(baseline).map(cpu -> 1.2 * cpu).toArray());
        List<Pair> pairs = IntStream.rangeClosed(1, baseline.length)
                .mapToObj(number -> new Pair(number, List.of(Arm.BASELINE, Arm.CANDIDATE), null, List.of()))
                .toList();
        return new SequentialJudge(rules, List.of(), Looks.DEFAULT)
                .look(ProfiledComparison.bare(new Comparison(
                        "key",
                        Runs.START,
                        before.run().withWork(counted.comparison().baseline().work()),
                        after.run().withWork(counted.comparison().candidate().work()),
                        pairs,
                        Map.of(),
                        List.of(),
                        counted.comparison().difference())));
    }

    @Test
    void a_run_is_held_against_the_starts_of_stored_runs() {
        assertThat(judged(new double[] {1000, 1000.4}, new double[] {1060, 1060.3}))
                .satisfies(finding -> {
                    assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
                    assertThat(finding.growth()).isCloseTo(0.06, within(0.001));
                });
        assertThat(judged(new double[] {1000, 1000.4}, new double[] {1001, 999.8})
                        .outcome())
                .isEqualTo(Outcome.PASS);
        assertThat(judged(new double[] {}, new double[] {1001, 999.8}).outcome())
                .isEqualTo(Outcome.RECORDED);
    }

    private static Finding judged(double[] before, double[] after) {
        List<Rule> rules = rules("""
                version: 1
                rules:
                  - {id: work, indicator: work.instructions, request: "*", must: "< 5% growth vs previous run"}
                """);
        Baselines baselines = new Baselines() {
            @Override
            public Found find(BaselineRef reference) {
                return new Found.Runs("run a", List.of(measured(before)));
            }

            @Override
            public List<Run> past() {
                return List.of();
            }
        };
        return new Judge(rules)
                .judge(measured(after), baselines)
                .judgement()
                .findings()
                .get(0);
    }

    /** A run with trials, as each has. */
    private static ProfiledRun measured(double... starts) {
        ProfiledRun run = Runs.costing(0.01, 0.01, 0.01);
        return new ProfiledRun(run.run().withWork(run(0, starts).work()), run.trials());
    }

    @Test
    void what_grew_only_after_a_collection_is_named_for_such_requests_alone() {
        WorkDifference.Method cold = method("GET /cart after a collection", "shop.Rates.load");
        WorkDifference.Method warm = method("GET /cart", "shop.Price.step");
        WorkDifference difference = new WorkDifference(List.of(cold, warm), 1, 1, List.of(), null);
        List<Rule> both = rules("""
                version: 1
                rules:
                  - {id: work, indicator: work.instructions, request: "*", must: "< 2% growth vs baseline"}
                  - {id: cold, indicator: work.cold-instructions, request: "*", must: "< 20% growth vs baseline"}
                """);
        ProfiledComparison counted = counted(difference, 0, new double[] {1000, 1000}, new double[] {1400, 1400});

        Judgement judgement = WorkChanges.of(counted.comparison())
                .in(new SequentialJudge(both, List.of(), Looks.DEFAULT).judge(counted));

        assertThat(judgement.findings())
                .extracting(finding -> finding.rule().id() + " "
                        + (finding.culprit() == null ? null : finding.culprit().frame()))
                .contains("work shop.Price.step", "cold shop.Rates.load");
    }

    @Test
    void a_growth_of_what_is_created_is_explained_by_the_method_that_creates_it() {
        WorkDifference.Method more = method("GET /cart", "shop.Price.step");
        WorkDifference.Method some = creating("shop.Cart.copy", new Both(2, 8), new Both(0, 0.1));
        WorkDifference.Method most = creating("shop.Cart.list", new Both(0, 40), new Both(3, 0));
        WorkDifference difference = new WorkDifference(List.of(more, some, most), 1, 1, List.of(), null);
        List<Rule> three = rules("""
                version: 1
                rules:
                  - {id: work, indicator: work.instructions, request: "*", must: "< 2% growth vs baseline"}
                  - {id: alloc, indicator: work.allocation, request: "*", must: "< 5% growth vs baseline"}
                  - {id: exceptions, indicator: work.exceptions, request: "*", must: "< 5% growth vs baseline"}
                """);
        ProfiledComparison counted = counted(difference, 0, new double[] {1000, 1000}, new double[] {1400, 1400});

        Judgement judgement = WorkChanges.of(counted.comparison())
                .in(new SequentialJudge(three, List.of(), Looks.DEFAULT).judge(counted));

        assertThat(judgement.findings())
                .extracting(
                        finding -> finding.rule().id(),
                        finding -> finding.culprit().frame(),
                        finding -> finding.culprit().evidence().cost())
                .containsExactlyInAnyOrder(
                        tuple("work", "shop.Price.step", WorkCount.INSTRUCTIONS),
                        tuple("alloc", "shop.Cart.list", WorkCount.OBJECTS),
                        tuple("exceptions", "shop.Cart.copy", WorkCount.EXCEPTIONS));
    }

    private static WorkDifference.Method creating(String name, Both objects, Both exceptions) {
        return new WorkDifference.Method(
                "GET /cart",
                name,
                3,
                false,
                List.of(),
                new Both(1, 1),
                new Both(10, 10),
                objects,
                exceptions,
                List.of());
    }

    private static WorkDifference.Method method(String request, String name) {
        return new WorkDifference.Method(
                request, name, 3, false, List.of(), new Both(1, 2), new Both(10, 20), Both.NONE, Both.NONE, List.of());
    }

    private static Look look(WorkDifference difference, double[] baseline, double[] candidate) {
        return look(difference, 0, baseline, candidate);
    }

    private static Look look(WorkDifference difference, double error, double[] baseline, double[] candidate) {
        return new SequentialJudge(RULES, List.of(), Looks.DEFAULT)
                .look(counted(difference, error, baseline, candidate));
    }

    private static ProfiledComparison counted(
            WorkDifference difference, double error, double[] baseline, double[] candidate) {
        return ProfiledComparison.counted("key", run(error, baseline), run(error, candidate), difference);
    }

    private static Run run(double error, double... starts) {
        List<Work> work = new ArrayList<>();
        for (double instructions : starts) {
            Map<WorkCount, Work.PerRequest> counts = new EnumMap<>(WorkCount.class);
            counts.put(WorkCount.INSTRUCTIONS, new Work.PerRequest(instructions, error));
            counts.put(WorkCount.COLD_INSTRUCTIONS, new Work.PerRequest(10 * instructions, error));
            counts.put(WorkCount.ALLOCATION, new Work.PerRequest(100 * instructions, error));
            counts.put(WorkCount.EXCEPTIONS, new Work.PerRequest(instructions / 1000, error));
            work.add(new Work(Map.of("GET /cart", new Work.Requests(300, counts)), List.of(), List.of()));
        }
        return new Run(
                        "20261125-120000-abcd",
                        "shop",
                        Instant.EPOCH,
                        "process",
                        2,
                        Map.of(),
                        new Fingerprint(Map.of()),
                        List.of(),
                        Map.of(),
                        List.of())
                .withWork(work);
    }

    private static List<Rule> rules(String text) {
        return RulesReader.read(List.of(new Source("rules.yaml", text))).rules();
    }
}
