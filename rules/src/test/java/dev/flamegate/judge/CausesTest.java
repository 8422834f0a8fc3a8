package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CausesTest {
    private static final String RUN = "java.lang.Thread.run";
    private static final double[] CHANCE = {1.01, 0.98, 1.0, 1.02};
    private static final Criterion GROWTH = new Criterion.Growth(
            "< 5% growth vs previous run",
            Operator.LESS,
            new Quantity(5, Unit.PERCENT),
            true,
            Criterion.Change.GROWTH,
            new BaselineRef.PreviousRun(),
            null);

    @Test
    void a_failed_growth_names_its_culprit() {
        Finding finding = judge(rule("cpu.per-request", GROWTH), made("b", 900), made("a", 300));

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.culprit()).isNotNull();
        assertThat(finding.culprit().frame()).isEqualTo("shop.Matrix.multiply");
        assertThat(finding.culprit().share()).isGreaterThan(0.8);
        assertThat(finding.noCulprit()).isNull();
    }

    @Test
    void a_broken_limit_is_explained_by_the_previous_run() {
        Criterion limit = new Criterion.Absolute("< 1 ms", Operator.LESS, new Quantity(1, Unit.MILLISECONDS));

        assertThat(judge(rule("cpu.per-request", limit), made("b", 900), made("a", 300))
                        .culprit())
                .extracting(Culprit::frame)
                .isEqualTo("shop.Matrix.multiply");
        assertThat(judge(rule("cpu.per-request", limit), made("b", 900), null).noCulprit())
                .contains("nothing to compare");
    }

    @Test
    void what_holds_is_not_explained() {
        Finding finding = judge(rule("cpu.per-request", GROWTH), made("b", 300), made("a", 300));

        assertThat(finding.outcome()).isEqualTo(Outcome.PASS);
        assertThat(finding.culprit()).isNull();
        assertThat(finding.noCulprit()).isNull();
    }

    @Test
    void without_a_profile_of_the_cost_that_is_the_reason() {
        Criterion limit = new Criterion.Absolute("< 1 KiB", Operator.LESS, new Quantity(1, Unit.KIBIBYTES));

        assertThat(judge(rule("alloc.per-request", limit), made("b", 300), made("a", 300))
                        .noCulprit())
                .contains("no alloc profile was taken");
    }

    @Test
    void the_method_that_a_rule_found_is_its_culprit() {
        Finding finding = judge(rule("profile.cpu.worst-method", GROWTH), made("b", 900), made("a", 300));

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.culprit().frame()).isEqualTo(finding.selector().frame());
    }

    @Test
    void a_request_without_a_label_in_the_profile_is_explained_by_the_whole_service() {
        Rule rule = Rules.rule(
                "p99",
                "latency.p99",
                Selector.request("GET /*"),
                List.of(new Criterion.Absolute("< 1 ms", Operator.LESS, new Quantity(1e-6, Unit.MILLISECONDS))),
                List.of());
        ProfiledRun after = made("b", 900);
        Finding broken = new Finding(
                rule,
                rule.must().get(0),
                Level.MUST,
                Outcome.FAIL,
                Selector.request("GET /a"),
                0.01,
                null,
                null,
                Finding.Reason.BEYOND_LIMIT,
                null,
                List.of());

        Finding explained = new Causes(after, null, finding -> Optional.of(made("a", 300)))
                .explain(List.of(broken))
                .get(0);

        assertThat(explained.culprit()).extracting(Culprit::frame).isEqualTo("shop.Matrix.multiply");
    }

    @Test
    void a_growth_of_latency_is_explained_by_cpu_where_the_wall_clock_names_nobody() {
        Culprit culprit = latency(0.02).culprit();

        assertThat(culprit.frame()).isEqualTo("shop.Matrix.multiply");
        assertThat(culprit.evidence().cost()).isEqualTo(ProfileEvent.CPU);
        double grown = culprit.evidence().value() - culprit.evidence().baseline();
        assertThat(culprit.share())
                .as("of the latency")
                .isCloseTo(grown / 0.01, within(1e-9))
                .isBetween(0.25, 1.0);
    }

    @Test
    void a_little_cpu_is_no_cause_of_a_large_growth_of_latency() {
        Finding finding = latency(2);

        assertThat(finding.culprit()).isNull();
        assertThat(finding.noCulprit()).isNotNull();
    }

    @Test
    void costly_code_is_no_diagnosis_of_a_latency_that_grew_asleep() {
        assertThat(latency(0.012, logging("a", 1, 0), logging("b", 20, 0)).diagnosis())
                .extracting(Diagnosis::id)
                .isEqualTo("logging");
        assertThat(latency(0.015, logging("a", 1, 0), logging("b", 20, 50)).diagnosis())
                .isNull();
    }

    /** Trials in which some CPU goes into logging, and requests sleep. */
    private static ProfiledRun logging(String id, long logs, long sleeps) {
        MadeRun run = new MadeRun(id);
        for (double chance : CHANCE) {
            run.cpu(Math.round(80 * chance), RUN, "shop.Cart.price")
                    .wall("http-#", "runnable", Math.round(80 * chance), RUN, "shop.Cart.price")
                    .cpu(logs, RUN, "shop.Cart.price", "ch.qos.logback.classic.Logger.info")
                    .wall("http-#", "runnable", logs, RUN, "shop.Cart.price", "ch.qos.logback.classic.Logger.info")
                    .wall("http-#", "sleeping", sleeps, RUN, "shop.Journal.write", "java.lang.Thread.sleep")
                    .counter(Counter.CPU_PROCESS, (80 * chance + logs) * 0.01)
                    .latency(0.01 + (logs + sleeps) * 1e-5)
                    .trial();
        }
        return run.run();
    }

    /** A latency that grew from 10 ms, beside a method whose CPU grew, and threads that wait as before. */
    private static Finding latency(double value) {
        return latency(value, waiting("a", 300), waiting("b", 900));
    }

    private static Finding latency(double value, ProfiledRun before, ProfiledRun after) {
        Rule rule = Rules.rule("p99", "latency.p99", Selector.ALL, List.of(GROWTH), List.of());
        Finding broken = new Finding(
                rule,
                GROWTH,
                Level.MUST,
                Outcome.FAIL,
                Selector.ALL,
                value,
                null,
                new Finding.Growth(0.01, "run a", value / 0.01 - 1, null, null),
                Finding.Reason.SIGNIFICANT_BEYOND_LIMIT,
                null,
                List.of());
        return new Causes(after, null, finding -> Optional.of(before))
                .explain(List.of(broken))
                .get(0);
    }

    @Test
    void a_diagnosis_comes_with_a_finding_it_can_explain() {
        Finding finding = judge(rule("cpu.per-request", GROWTH), made("b", 900, 2), made("a", 300, 0.2));

        assertThat(finding.diagnosis()).isNotNull();
        assertThat(finding.diagnosis().id()).isEqualTo("gc-pressure");
    }

    @Test
    void garbage_that_grew_is_the_allocating_methods() {
        Finding finding = judge(rule("cpu.per-request", GROWTH), collecting("b", 400, 900), collecting("a", 100, 300));

        Culprit culprit = finding.culprit();
        assertThat(culprit.frame()).isEqualTo("shop.Json.write");
        assertThat(culprit.evidence().cost()).isEqualTo(ProfileEvent.ALLOC);
        assertThat(culprit.share()).as("of the growth of allocation").isCloseTo(1, within(0.05));
        assertThat(culprit.callers()).extracting(Culprit.Caller::frame).containsExactly("shop.Orders.list");
        assertThat(culprit.collector().frame()).isEqualTo("[gc]");
        assertThat(culprit.collector().share()).isCloseTo(1, within(0.1));
        assertThat(culprit.collector().value() - culprit.collector().baseline())
                .isCloseTo(300 * 0.01 / MadeRun.REQUESTS, within(3e-4));
    }

    @Test
    void a_collector_that_grew_alone_is_named_itself() {
        Culprit culprit = judge(rule("cpu.per-request", GROWTH), collecting("b", 400, 300), collecting("a", 100, 300))
                .culprit();

        assertThat(culprit.frame()).isEqualTo("[gc]");
        assertThat(culprit.collector()).isNull();
    }

    @Test
    void what_a_fork_join_worker_runs_is_no_share_of_its_looking_for_work() {
        String scan = "java.util.concurrent.ForkJoinPool.scan";
        ProfiledRun run = new MadeRun("a")
                .cpu(10, RUN, scan, "jdk.internal.misc.Unsafe.park")
                .cpu(90, RUN, scan, "java.util.concurrent.ForkJoinPool$WorkQueue.topLevelExec", "shop.Cart.price")
                .trial()
                .run();

        assertThat(Evidence.of(run, Indicators.find("profile.cpu.total").orElseThrow(), new Selector(null, scan, null))
                        .toString())
                .contains("value=0.1,");
    }

    private static Finding judge(Rule rule, ProfiledRun run, @Nullable ProfiledRun previous) {
        Baselines baselines = new Baselines() {
            @Override
            public Found find(BaselineRef reference) {
                return previous == null
                        ? new Found.None("nothing is stored")
                        : new Found.Runs("run a", List.of(previous));
            }

            @Override
            public List<Run> past() {
                return List.of();
            }
        };
        return new Judge(List.of(rule))
                .judge(run, baselines)
                .judgement()
                .findings()
                .get(0);
    }

    private static ProfiledRun made(String id, long multiply) {
        return made(id, multiply, 0);
    }

    private static ProfiledRun made(String id, long multiply, double gc) {
        MadeRun run = new MadeRun(id);
        for (double chance : CHANCE) {
            long own = Math.round(multiply * chance);
            run.cpu(own, RUN, "shop.Cart.price", "shop.Matrix.multiply")
                    .cpu(Math.round(200 * (2 - chance)), RUN, "shop.Orders.check")
                    .cpu(150, RUN, "shop.Json.write")
                    .cpu(100, RUN, "shop.Json.read")
                    .cpu(Math.round(90 * chance), RUN, "shop.Log.line")
                    .counter(Counter.CPU_PROCESS, (own + 540) * 0.01 + gc)
                    .counter(Counter.CPU_GC, gc)
                    .counter(Counter.ALLOCATED, 1e7)
                    .trial();
        }
        return run.run();
    }

    private static Rule rule(String indicator, Criterion must) {
        return Rules.must("rule", indicator, must);
    }

    /** Trials in which the collector has some samples, and one method allocates some of the bytes. */
    /** As {@link #made(String, long)}, with threads that wait about as long in both. */
    private static ProfiledRun waiting(String id, long multiply) {
        MadeRun run = new MadeRun(id);
        for (double chance : CHANCE) {
            run.cpu(Math.round(multiply * chance), RUN, "shop.Cart.price", "shop.Matrix.multiply")
                    .cpu(Math.round(200 * (2 - chance)), RUN, "shop.Orders.check")
                    .cpu(150, RUN, "shop.Json.write")
                    .cpu(100, RUN, "shop.Json.read")
                    .wall("http-#", "parked", Math.round(4000 * chance), RUN, "shop.Pool.take")
                    .wall("http-#", "running", Math.round(900 * (2 - chance)), RUN, "shop.Orders.check")
                    .counter(Counter.CPU_PROCESS, (multiply * chance + 450) * 0.01)
                    .trial();
        }
        return run.run();
    }

    private static ProfiledRun collecting(String id, long collector, long written) {
        MadeRun run = new MadeRun(id);
        for (double chance : CHANCE) {
            run.cpu(Math.round(400 * chance), RUN, "shop.Orders.list", "shop.Json.write")
                    .cpu(Math.round(300 * chance), RUN, "shop.Cart.price")
                    .add(ProfileEvent.CPU, new Facet("[gc]", "", ""), Math.round(collector * chance), "G1ParTask::work")
                    .add(ProfileEvent.ALLOC, Facet.NONE, Math.round(300 * chance), RUN, "shop.Cart.price")
                    .add(
                            ProfileEvent.ALLOC,
                            Facet.NONE,
                            Math.round(written * chance),
                            RUN,
                            "shop.Orders.list",
                            "shop.Json.write")
                    .counter(Counter.CPU_PROCESS, (700 + collector) * 0.01 * chance)
                    .counter(Counter.ALLOCATED, (300 + written) * 1e7 * chance)
                    .trial();
        }
        return run.run();
    }
}
