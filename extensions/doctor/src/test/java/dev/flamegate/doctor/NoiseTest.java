package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.Situations;
import dev.flamegate.doctor.MachineWatch.Seen;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedSample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NoiseTest {
    private static final Seen QUIET =
            new Seen(10, 0.0005, OptionalDouble.of(0), OptionalDouble.of(0.01), OptionalDouble.of(0));

    @TempDir
    Path folder;

    /** By the very statistics of a comparison; with the spread of few pairs estimated, nine times in ten is a little less. */
    @Test
    void the_growth_reported_as_detectable_is_found_about_nine_times_in_ten() {
        double deviation = 0.02;
        int pairs = 12;
        double growth = Math.log1p(new NoiseChecks.Detectable(deviation).in(pairs));
        Random random = new Random(20261121);
        int found = 0;
        int comparisons = 4000;
        for (int i = 0; i < comparisons; i++) {
            double[] baseline = new double[pairs];
            double[] candidate = new double[pairs];
            for (int pair = 0; pair < pairs; pair++) {
                baseline[pair] = random.nextGaussian() * deviation / Math.sqrt(2);
                candidate[pair] = growth + random.nextGaussian() * deviation / Math.sqrt(2);
            }
            double p = PairedSample.ofLogs(baseline, candidate, PairPrior.NONE)
                    .first(pairs)
                    .change()
                    .pLarger();
            found += p <= Looks.DEFAULT.failLevel() ? 1 : 0;
        }

        assertThat((double) found / comparisons).isBetween(0.83, 0.93);
    }

    @Test
    void scatter_is_read_off_pairs_and_sums_with_that_of_restarts() {
        NoiseTrial trial = trial(0.05, QUIET);
        NoiseChecks.Detectable machine = NoiseChecks.Detectable.of(trial.baseline(), trial.candidate());

        assertThat(machine.deviation()).isBetween(0.02, 0.1);
        assertThat(machine.plus(0.03).deviation()).isEqualTo(Math.hypot(machine.deviation(), 0.03));
        assertThat(machine.in(12)).isLessThan(machine.in(6));
        assertThat(new NoiseChecks.Detectable(0).in(12)).isZero();
    }

    @Test
    void a_quiet_machine_is_reported_as_fine_with_what_the_trial_does_not_cover() throws InterruptedException {
        Map<String, CheckResult> results = results(trial(0.001, QUIET));

        assertThat(results.values()).extracting(CheckResult::status).containsOnly(Status.OK);
        assertThat(results.get("detectable").message())
                .contains("in 12 pairs", "restarts differ by the usual 2 %", "Unknown here: how much yours differ");
        assertThat(results.get("noise").values()).containsKeys("pairDeviation", "in12", "in6");
        assertThat(results.get("detectable").values().get("in12"))
                .isGreaterThan(results.get("noise").values().get("in12"));
        assertThat(results.get("others").message()).isEqualTo("other processes were idle");
    }

    @Test
    void noise_that_hides_the_tightest_limit_of_the_rules_is_a_warning_that_names_it() throws InterruptedException {
        CheckResult noise = results(trial(0.05, QUIET)).get("noise");

        assertThat(noise.status()).isEqualTo(Status.WARN);
        assertThat(noise.remedy()).contains("may hide a growth of 3 %");
    }

    @Test
    void what_the_machine_did_meanwhile_is_a_warning_each() throws InterruptedException {
        Seen seen = new Seen(10, -3.2, OptionalDouble.of(50), OptionalDouble.of(7), OptionalDouble.of(0.8));
        Map<String, CheckResult> results = results(trial(0.001, seen));

        assertThat(results.get("steal").status()).isEqualTo(Status.WARN);
        assertThat(results.get("others").message()).isEqualTo("other processes used 0.7 CPUs meanwhile");
        assertThat(results.get("throttling").message()).contains("paused for 0.8 s of 10 s");
        assertThat(results.get("clock").message()).contains("set back by 3.2 s");
        assertThat(results.values().stream().filter(r -> r.status() == Status.WARN))
                .hasSize(4);
    }

    @Test
    void what_a_system_does_not_tell_is_skipped() throws InterruptedException {
        Seen blind = new Seen(10, 0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

        assertThat(results(trial(0.001, blind)).values())
                .extracting(CheckResult::status)
                .containsExactly(Status.SKIP, Status.SKIP, Status.SKIP, Status.OK, Status.OK, Status.OK);
    }

    @Test
    void a_machine_too_busy_for_three_pairs_is_not_judged() throws InterruptedException {
        CheckResult few = results(new NoiseTrial(List.of(1.0, 1.0), List.of(1.0, 1.1), QUIET))
                .get("noise");

        assertThat(few.status()).isEqualTo(Status.WARN);
        assertThat(few.message()).contains("2 of 12 pairs");
    }

    @Test
    void a_short_trial_measures_the_same_work_on_both_arms() throws InterruptedException {
        NoiseTrial trial = NoiseTrial.run(Duration.ofSeconds(1), new NoiseTrial.Watcher(left -> {}));

        assertThat(trial.baseline()).isNotEmpty().allMatch(seconds -> seconds > 0);
        assertThat(trial.candidate()).hasSameSizeAs(trial.baseline());
        assertThat(trial.seen().seconds()).isPositive();
    }

    private Map<String, CheckResult> results(NoiseTrial trial) throws InterruptedException {
        Map<String, CheckResult> results = new LinkedHashMap<>();
        try (CheckRunner runner = new CheckRunner(Check.LONGEST)) {
            runner.run(
                    NoiseChecks.of(trial, Situations.of(folder, "target: {jar: app.jar}")),
                    report -> results.put(report.id(), report.result()));
        }
        return results;
    }

    private static NoiseTrial trial(double deviation, Seen seen) {
        Random random = new Random(7);
        Function<Integer, Double> seconds = pair -> Math.exp(random.nextGaussian() * deviation / Math.sqrt(2));
        return new NoiseTrial(
                IntStream.range(0, 12).boxed().map(seconds).toList(),
                IntStream.range(0, 12).boxed().map(seconds).toList(),
                seen);
    }
}
