package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Run;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.Rule;
import java.util.List;
import java.util.function.BiConsumer;

/** Checks that the measurement is sound, by covariates only: nothing here looks at the outcome that a rule judges. */
final class Validity {
    private static final double MIN_ACHIEVED = 0.98;
    private static final double MAX_GENERATOR_SHARE = 0.8;
    private static final double MAX_BESIDE_SHARE = 0.9;
    private static final double MAX_LAG_SECONDS = 0.010;
    private static final double MAX_ERRORS = 0.01;
    private static final double DOUBTFUL_STEAL = 0.02;
    private static final double MAX_STEAL = 0.10;

    /**
     * Arms that are loaded at once meet the same seconds. Nine pairs of unchanged builds with 10 to 25 % of steal had
     * growths like all others: 1.7 % of CPU and 5 % of p99 (root mean squares).
     */
    private static final double MAX_STEAL_TOGETHER = 0.25;

    private static final double MAX_JIT_SHARE = 0.10;

    /**
     * Wide on purpose. CPU-time timers fire only at the kernel's ticks, so work in bursts of about a tick (4 ms) is
     * undercounted in a sound measurement too: requests of about a tick were measured at 0.45, of 11 ms at 0.70.
     * Calibration corrects the split between thread groups; outside these bounds too little is left to correct.
     */
    private static final double MIN_COVERAGE = 0.2;

    private static final double MAX_COVERAGE = 1.3;
    private static final double MAX_GAP_SHARE = 0.05;

    private final Run run;
    private final List<Rule> rules;
    private final double hostCpus;
    private final double mostSteal;
    private final TrialProblems problems = new TrialProblems();

    private Validity(Run run, List<Rule> rules, boolean together) {
        this.run = run;
        this.rules = rules;
        mostSteal = together ? MAX_STEAL_TOGETHER : MAX_STEAL;
        hostCpus = run.hostCpus().stream().asDoubleStream().findFirst().orElse(Double.NaN);
    }

    /**
     * The problems of a run.
     *
     * @param together whether it is an arm whose pairs had both arms under load at once
     */
    static List<ValidityProblem> of(Run run, List<Rule> rules, boolean together) {
        if (run.trials().isEmpty()) {
            return List.of(new ValidityProblem(
                    ValidityCheck.TRIALS, List.of(), true, "no trial was measured", "look at the warnings of the run"));
        }
        Validity validity = new Validity(run, rules, together);
        List<BiConsumer<Validity, Trial>> checks = List.of(
                Validity::clock,
                Validity::errors,
                Validity::silence,
                Validity::pileUp,
                Validity::achievedRate,
                Validity::injectors,
                Validity::generatorCpu,
                Validity::beside,
                Validity::generatorLag,
                Validity::steal,
                Validity::throttling,
                Validity::warmUp,
                Validity::jitShare,
                Validity::profiles);
        for (Trial trial : run.trials()) {
            checks.forEach(check -> check.accept(validity, trial));
        }
        return validity.problems.problems();
    }

    private void clock(Trial trial) {
        String fault = trial.faults().clock();
        if (fault != null) {
            add(
                    ValidityCheck.CLOCK,
                    trial,
                    0,
                    true,
                    fault,
                    "measure again; keep the machine awake and do not change its clock meanwhile");
        }
    }

    private void beside(Trial trial) {
        for (Trial.Beside one : trial.beside()) {
            double share = one.cpuSeconds() / (one.cpus() * trial.measuredSeconds());
            if (share > MAX_BESIDE_SHARE) {
                add(
                        ValidityCheck.BESIDE,
                        trial,
                        share,
                        true,
                        one.name() + ", which stands beside the target, used " + Numbers.percent(share)
                                + " of the CPU it may use: it, and not the target, sets the pace",
                        "give it more in beside: " + one.name() + ": limits: cpus, or load less");
            }
        }
    }

    private void errors(Trial trial) {
        long all = trial.ok() + trial.failed();
        if (trial.ok() == 0) {
            String seen = all == 0 ? "no request ended in the window" : "all " + all + " requests failed";
            add(ValidityCheck.ERRORS, trial, 1, true, seen + mostFrequent(trial), "look at the target's log");
            return;
        }
        double ratio = trial.failed() / (double) all;
        boolean judged = rules.stream().anyMatch(rule -> rule.indicator().source() == Requests.ERROR_RATIO);
        if (ratio > MAX_ERRORS && !judged) {
            add(
                    ValidityCheck.ERRORS,
                    trial,
                    ratio,
                    true,
                    Numbers.percent(ratio) + " of the requests failed; cost per request means little above "
                            + Numbers.percent(MAX_ERRORS) + mostFrequent(trial),
                    "fix the failing requests, or judge them by a rule on errors.ratio");
        }
    }

    private void silence(Trial trial) {
        Silence.text(trial)
                .ifPresent(text -> add(
                        ValidityCheck.SILENCE,
                        trial,
                        0,
                        true,
                        text,
                        "look for what hangs, in the target's log and in what it depends on"));
    }

    /** Doubtful and no more: users with journeys longer than the warm-up look the same. */
    private void pileUp(Trial trial) {
        trial.warnings().stream()
                .filter(warning -> warning.id().equals(Warning.PILE_UP))
                .forEach(
                        warning -> add(
                                ValidityCheck.USERS_PILE_UP,
                                trial,
                                0,
                                false,
                                warning.message(),
                                "look for what hangs in the target's log; or lower the rate, or raise load: warm-up: at-least"));
    }

    /** The most frequent failure, as the load reports it. */
    private static String mostFrequent(Trial trial) {
        return trial.faults().failures().stream()
                .findFirst()
                .map(failure -> "; most often " + failure.text())
                .orElse("");
    }

    private void achievedRate(Trial trial) {
        LoadQuality load = trial.load();
        double achieved = load.achievedRate() / load.intendedRate();
        if (achieved < MIN_ACHIEVED) {
            add(
                    ValidityCheck.ACHIEVED_RATE,
                    trial,
                    -achieved,
                    true,
                    "the generator started " + Numbers.percent(achieved) + " of the intended users; at least "
                            + Numbers.percent(MIN_ACHIEVED) + " is needed",
                    "lower the rate, or give the generator more CPU");
        }
    }

    /** Adds the problems of single injectors, found when their results were put together. */
    private void injectors(Trial trial) {
        for (Warning warning : trial.warnings()) {
            if (warning.id().equals(Warning.INJECTOR)) {
                add(
                        ValidityCheck.INJECTOR,
                        trial,
                        0,
                        true,
                        warning.message(),
                        "measure again; give the injectors more CPU or memory, take more of them, or lower the rate");
            } else if (warning.id().equals(Warning.INJECTOR_CLOCK)) {
                add(
                        ValidityCheck.INJECTOR_CLOCK,
                        trial,
                        0,
                        true,
                        warning.message(),
                        "measure again, with the clocks of the nodes in time");
            }
        }
    }

    private void generatorCpu(Trial trial) {
        double share = Math.max(1, hostCpus - run.cpus());
        double used = trial.load().cores() / share;
        if (used > MAX_GENERATOR_SHARE) {
            add(
                    ValidityCheck.GENERATOR_CPU,
                    trial,
                    used,
                    true,
                    "the generator used " + Numbers.percent(used)
                            + " of its share of the CPUs; latencies are its own above "
                            + Numbers.percent(MAX_GENERATOR_SHARE),
                    "lower the rate, or leave it more CPUs with target: limits: cpus");
        }
    }

    private void generatorLag(Trial trial) {
        if (trial.load().lagP99() > MAX_LAG_SECONDS) {
            add(
                    ValidityCheck.GENERATOR_LAG,
                    trial,
                    trial.load().lagP99(),
                    false,
                    "1 % of the users started more than "
                            + Numbers.quantity(trial.load().lagP99(), Unit.MILLISECONDS) + " late",
                    "leave the generator more CPU; the tail of the latencies is doubtful");
        }
    }

    private void steal(Trial trial) {
        double share = trial.counter(Counter.HOST_STEAL).orElse(0) / (trial.measuredSeconds() * Math.max(1, hostCpus));
        if (share > DOUBTFUL_STEAL) {
            add(
                    ValidityCheck.STEAL,
                    trial,
                    share,
                    share > mostSteal,
                    "the hypervisor gave " + Numbers.percent(share) + " of the CPU time to others",
                    "measure on a quieter machine, or with more trials");
        }
    }

    private void throttling(Trial trial) {
        double share = trial.counter(Counter.CPU_THROTTLED_TIME).orElse(0) / trial.measuredSeconds();
        if (share > 0.01) {
            add(
                    ValidityCheck.THROTTLING,
                    trial,
                    share,
                    false,
                    "a CPU quota held the target back for " + Numbers.percent(share)
                            + " of the time: latencies include it",
                    "raise target: limits: cpus, or lower the rate");
        }
    }

    private void warmUp(Trial trial) {
        if (!trial.warmUp().flat()) {
            add(
                    ValidityCheck.WARM_UP,
                    trial,
                    Math.abs(Settling.change(trial).orElse(0)),
                    false,
                    "JIT share and cost per request were not flat yet when the warm-up reached its upper bound"
                            + Settling.text(trial),
                    "raise load: warm-up: at-most");
        }
    }

    private void jitShare(Trial trial) {
        double share = trial.counter(Counter.CPU_JIT).orElse(0)
                / trial.counter(Counter.CPU_PROCESS).orElse(Double.NaN);
        if (share > MAX_JIT_SHARE) {
            add(
                    ValidityCheck.JIT_SHARE,
                    trial,
                    share,
                    false,
                    "the JIT compiler took " + Numbers.percent(share) + " of the measured CPU",
                    "raise load: warm-up: at-most, judge cpu.application.per-request, or compare without the second"
                            + " compiler: target: java-options: -XX:TieredStopAtLevel=1");
        }
    }

    private void profiles(Trial trial) {
        for (ProfileQuality profile : trial.profiles()) {
            if (profile.coverage() < MIN_COVERAGE || profile.coverage() > MAX_COVERAGE) {
                coverage(trial, profile);
            }
            if (profile.gap() > MAX_GAP_SHARE * trial.measuredSeconds()) {
                add(
                        ValidityCheck.PROFILE_GAP,
                        trial,
                        profile.gap(),
                        false,
                        "no " + profile.event().key() + " samples arrived for " + Numbers.duration(profile.gap())
                                + " of the window",
                        "look for dropped pushes in the target's log");
            }
        }
    }

    private void coverage(Trial trial, ProfileQuality profile) {
        String seen = "the " + profile.event().key() + " samples stand for " + Numbers.percent(profile.coverage())
                + " of the CPU time used; ";
        boolean few = profile.coverage() < MIN_COVERAGE;
        add(
                ValidityCheck.PROFILE_COVERAGE,
                trial,
                Math.abs(Math.log(profile.coverage())),
                false,
                seen
                        + (few
                                ? "CPU-time timers fire at kernel ticks and miss most of what runs in shorter bursts"
                                : "there are more samples than CPU time can explain"),
                few
                        ? "the split between thread groups is corrected by the CPU counters; read the split inside a group with"
                                + " care, or measure longer"
                        : "the split between thread groups is corrected by the CPU counters; read the split inside a group with"
                                + " care, and keep the usual profile: interval");
    }

    private void add(
            ValidityCheck check, Trial trial, double severity, boolean invalidates, String message, String remedy) {
        problems.add(check, trial, severity, invalidates, message, remedy);
    }
}
