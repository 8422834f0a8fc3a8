package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.testing.TrialBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class ServiceChecksTest {
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final int MEASURED = 30;
    private static final double RATE = 50;
    private static final IntToDoubleFunction STEADY = second -> 0.4;

    private static final String PLAN = """
            target: {jar: shop.jar, limits: {cpus: 1}}
            load: {simulation: Shop, warm-up: {at-most: 40 s}, measure: 20 s}
            """;

    @Test
    void a_plan_that_suits_the_service_is_left_as_it_is() throws Exception {
        Map<String, CheckResult> results = results(trial(true, 31, STEADY, 0.02, 0), PLAN);

        assertThat(results).containsOnlyKeys("requests", "warm-up", "rate", "measure");
        assertThat(results.values()).allMatch(result -> result.status() == Status.OK);
        assertThat(results.get("requests").message()).isEqualTo("1,500 requests in 30 s, none failed");
        assertThat(results.get("warm-up").message())
                .isEqualTo(
                        "it was warm after 31 s of the 40 s that the plan allows; then the JIT compiler took 4.8 % of the"
                                + " CPU");
        assertThat(results.get("rate").message()).isEqualTo("50 requests per second use 40 % of 1 CPU, JIT aside");
        assertThat(results.get("measure").values().get("deviation")).isCloseTo(0, within(1e-9));
    }

    @Test
    void a_warm_up_that_takes_longer_than_planned_gets_half_as_much_again() throws Exception {
        CheckResult result = results(trial(true, 55, STEADY, 0.02, 0), PLAN).get("warm-up");

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.message()).startsWith("it was warm after 55 s, and the plan allows 40 s;");
        assertThat(result.remedy()).isEqualTo("Set load: warm-up: {at-most: 90 s}.");
    }

    @Test
    void a_compiler_that_is_busy_again_afterwards_is_no_sign_of_warmth() throws Exception {
        CheckResult result = results(trial(true, 11, STEADY, 0.1, 0), PLAN).get("warm-up");

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.remedy()).contains("bursts", "{at-least: 20 s}");
    }

    @Test
    void a_service_that_never_gets_warm_is_said_to() throws Exception {
        Map<String, CheckResult> results = results(trial(false, 90, STEADY, 0.4, 0), PLAN);
        CheckResult result = results.get("warm-up");

        assertThat(result.message())
                .isEqualTo(
                        "JIT share and cost per request were not flat after 90 s; then the JIT compiler took 50 % of the"
                                + " CPU");
        assertThat(result.remedy()).contains("higher rate");
        assertThat(results.get("measure").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void a_rate_leaves_the_target_neither_idle_nor_queueing() throws Exception {
        CheckResult idle = results(trial(true, 20, second -> 0.1, 0, 0), PLAN).get("rate");
        CheckResult busy = results(trial(true, 20, second -> 0.8, 0, 0), PLAN).get("rate");
        CheckResult two = results(trial(true, 20, second -> 0.8, 0, 0), PLAN.replace("cpus: 1", "cpus: 2"))
                .get("rate");

        assertThat(idle.status()).isEqualTo(Status.WARN);
        assertThat(idle.remedy()).startsWith("Load about 4 times as much");
        assertThat(busy.status()).isEqualTo(Status.WARN);
        assertThat(busy.remedy()).startsWith("Load about 0.5 times as much");
        assertThat(two.status()).isEqualTo(Status.OK);
    }

    @Test
    void a_window_is_long_enough_when_the_cost_is_known_to_a_percent() throws Exception {
        // Stretches of two seconds differ by 8.3 % (SD), so twenty seconds leave 2.6 %, and one per cent takes 138 s.
        CheckResult result = results(
                        trial(true, 20, second -> (second - 1) / 2 % 2 == 0 ? 0.4 * 0.92 : 0.4 * 1.08, 0, 0), PLAN)
                .get("measure");

        assertThat(result.status()).isEqualTo(Status.WARN);
        assertThat(result.values().get("deviation")).isCloseTo(0.0262, within(0.0005));
        assertThat(result.remedy()).startsWith("Set load: measure: 140 s");
    }

    @Test
    void failing_requests_are_a_warning_and_no_answer_at_all_would_stop_a_run() throws Exception {
        assertThat(results(trial(true, 20, STEADY, 0, 3), PLAN).get("requests").message())
                .isEqualTo("1,500 requests in 30 s, 3 of them failed");
        Map<String, CheckResult> none = results(trial(true, 20, STEADY, 0, 1500), PLAN);

        assertThat(none.get("requests").status()).isEqualTo(Status.FAIL);
        assertThat(none.get("rate").status()).isEqualTo(Status.SKIP);
    }

    @Test
    void the_most_frequent_failure_is_named() throws Exception {
        Trial redirected = trial(true, 20, STEADY, 0, 3)
                .with(new Faults(
                        null,
                        List.of(
                                new Faults.Failure("GET /a", "status.find.is(200), but actually found 302", 2),
                                new Faults.Failure("GET /a", "timeout", 1)),
                        List.of()));

        assertThat(results(redirected, PLAN).get("requests").message())
                .isEqualTo("1,500 requests in 30 s, 3 of them failed, most often"
                        + " 2 × GET /a: status.find.is(200), but actually found 302");
    }

    @Test
    void where_the_cpu_is_not_known_nothing_is_said_about_it() throws Exception {
        Map<String, CheckResult> results = results(trial(true, 20, second -> Double.NaN, 0, 0), PLAN);

        assertThat(results.get("rate").status()).isEqualTo(Status.SKIP);
        assertThat(results.get("measure").status()).isEqualTo(Status.SKIP);
    }

    private static Map<String, CheckResult> results(Trial trial, String plan) throws Exception {
        Plan read = PlanReader.read(new Source("flamegate.yaml", plan), Map.of());
        Map<String, CheckResult> results = new LinkedHashMap<>();
        for (Check check : ServiceChecks.of(trial, read)) {
            results.put(check.id(), check.look().look());
        }
        return results;
    }

    /** A trial whose target uses so many CPUs without JIT in each second since the load began, and so many for JIT. */
    private static Trial trial(boolean flat, int warmUp, IntToDoubleFunction cores, double jit, long failed) {
        Window warm = new Window(START, START.plusSeconds(warmUp));
        Window window = new Window(warm.end(), warm.end().plusSeconds(MEASURED));
        List<SeriesPoint> series = new ArrayList<>();
        double cpu = 0;
        for (int second = 1; second <= warmUp + MEASURED; second++) {
            double used = second <= warmUp ? 1 : cores.applyAsDouble(second);
            cpu += second <= warmUp ? 0 : used + jit;
            series.add(new SeriesPoint(second, used + jit, jit, RATE, 0, 0.005, 0.006, 1e8));
        }
        long all = Math.round(RATE * MEASURED);
        return TrialBuilder.of(1, new WarmUp(warm, flat, 0.02, 1000, Double.NaN), window)
                .startup(1.2)
                .series(series)
                .counters(Map.of(Counter.CPU_PROCESS, cpu, Counter.CPU_JIT, jit * MEASURED))
                .requests(List.of(new RequestStats("GET /a", all - failed, failed, LatencyHistogram.empty())))
                .build();
    }
}
