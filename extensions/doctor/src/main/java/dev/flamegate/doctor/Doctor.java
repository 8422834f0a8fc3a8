package dev.flamegate.doctor;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckProvider;
import dev.flamegate.check.CheckResult.Status;
import dev.flamegate.check.Situation;
import dev.flamegate.doctor.NoiseTrial.Watcher;
import dev.flamegate.extension.Extensions;
import dev.flamegate.model.Trial;
import dev.flamegate.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs all checks: first those that take no CPU, in parallel, then the noise trial, alone, and last, if wanted, a trial
 * of the service. Every check has a time limit, so the doctor ends in time even if something hangs.
 */
public final class Doctor {
    private final Situation situation;
    private final Duration noise;
    private final @Nullable DryRun rehearsal;

    /**
     * A doctor for a situation.
     *
     * @param noise how long to measure the noise of the machine; zero to leave it out
     * @param rehearsal measures the plan's service; {@code null} to leave it out
     */
    public Doctor(Situation situation, Duration noise, @Nullable DryRun rehearsal) {
        this.situation = situation;
        this.noise = noise;
        this.rehearsal = rehearsal;
    }

    /** One trial of the plan's service. */
    public interface DryRun {
        /**
         * Starts, warms up, loads and ends the service.
         *
         * @throws RuntimeException when it cannot be measured; nothing is left running
         */
        Trial measure() throws InterruptedException;
    }

    /** Receives results one by one, as soon as checks end. */
    public interface Listener {
        /** A result, in the order in which results are shown. */
        void found(Check.Report report);

        void measuringNoise(Duration left);
    }

    /**
     * Runs the checks.
     *
     * @return all reports, in the order the listener got them
     */
    public List<Check.Report> examine(Listener listener) throws InterruptedException {
        List<Check.Report> all = new ArrayList<>();
        Consumer<Check.Report> report = next -> {
            all.add(next);
            listener.found(next);
        };
        try (CheckRunner runner = new CheckRunner(Check.LONGEST)) {
            runner.run(checks(), report);
            if (!noise.isZero()) {
                NoiseTrial trial = NoiseTrial.run(noise, new Watcher(listener::measuringNoise));
                runner.run(NoiseChecks.of(trial, situation), report);
            }
        }
        Plan plan = situation.plan();
        if (rehearsal != null && plan != null && all.stream().noneMatch(one -> one.is(Status.FAIL))) {
            Trial trial = rehearsal.measure();
            try (CheckRunner runner = new CheckRunner(Check.LONGEST)) {
                runner.run(ServiceChecks.of(trial, plan), report);
            }
        }
        return List.copyOf(all);
    }

    /** All checks except those of the noise, in the order they are shown. */
    private List<Check> checks() {
        Stream<List<Check>> core = Stream.of(
                new JavaChecks(situation).all(),
                new MachineChecks(situation).all(),
                new PlanChecks(situation).all(),
                new CheckoutChecks(situation).all());
        Stream<List<Check>> added =
                Extensions.of(CheckProvider.class).stream().map(extension -> extension.checks(situation));
        return Stream.concat(core, added)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(Check::group))
                .toList();
    }
}
