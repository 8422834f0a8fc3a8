package dev.flamegate.doctor;

import static dev.flamegate.check.Check.Group.NOISE;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import dev.flamegate.check.Situation;
import dev.flamegate.doctor.MachineWatch.Seen;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.message.DoctorCheck;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedChange;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.targets.CpuSet;
import java.util.List;
import java.util.stream.Stream;

/** Checks what a noise trial and the machine's behaviour meanwhile mean for a comparison. */
final class NoiseChecks {
    /**
     * Pair-to-pair scatter added by restarts of a typical service: its CPU cost differs by 2 % from restart to restart.
     */
    static final double RESTARTS = 0.02 * Math.sqrt(2);

    private static final double USUAL_LIMIT = 0.05;
    private static final double DOUBTFUL_STEAL = 0.01;
    private static final double DOUBTFUL_OTHERS = 0.1;
    private static final double STEP = 0.02;
    private static final int FEW = 6;
    private static final int MOST = Looks.DEFAULT.last();

    private NoiseChecks() {}

    static List<Check> of(NoiseTrial trial, Situation situation) {
        Seen seen = trial.seen();
        return List.of(
                Check.of(ValidityCheck.STEAL, NOISE, () -> steal(seen)),
                Check.of(DoctorCheck.OTHERS, NOISE, () -> others(seen)),
                Check.of(ValidityCheck.THROTTLING, NOISE, () -> throttling(seen)),
                Check.of(ValidityCheck.CLOCK, NOISE, () -> clock(seen)),
                Check.of(DoctorCheck.NOISE, NOISE, () -> noise(trial, tightest(situation))),
                Check.of(DoctorCheck.DETECTABLE, NOISE, () -> detectable(trial)));
    }

    private static CheckResult steal(Seen seen) {
        if (seen.steal().isEmpty()) {
            return CheckResult.skip("this system does not report what a hypervisor takes");
        }
        double share =
                seen.steal().getAsDouble() / (seen.seconds() * CpuSet.allowed().size());
        String took = "the hypervisor gave " + Numbers.percent(share) + " of the CPU time to others";
        CheckResult result = share > DOUBTFUL_STEAL
                ? CheckResult.warn(
                        took,
                        "Measure on a dedicated machine, or at a quieter hour; pairs with much of it do not count.")
                : CheckResult.ok(share == 0 ? "the hypervisor, if any, took no CPU time" : took);
        return result.with("share", share);
    }

    private static CheckResult others(Seen seen) {
        if (seen.others().isEmpty()) {
            return CheckResult.skip("this system does not report what other processes use");
        }
        double cpus = seen.others().getAsDouble() / seen.seconds();
        String used = "other processes used " + DoctorNumbers.cpus(cpus) + " meanwhile";
        CheckResult result = cpus > DOUBTFUL_OTHERS
                ? CheckResult.warn(used, "Stop whatever else runs here (`top` shows it) before measuring.")
                : CheckResult.ok(cpus < 0.005 ? "other processes were idle" : used);
        return result.with("cpus", cpus);
    }

    private static CheckResult throttling(Seen seen) {
        if (seen.throttled().isEmpty()) {
            return CheckResult.skip("no CPU quota is counted here");
        }
        double seconds = seen.throttled().getAsDouble();
        CheckResult result = seconds > 0
                ? CheckResult.warn(
                        "this process was paused for " + DoctorNumbers.seconds(seconds) + " of "
                                + DoctorNumbers.seconds(seen.seconds()) + " because its CPU quota was used up",
                        "Raise or remove the CPU limit of the job's container.")
                : CheckResult.ok("nothing was paused for a CPU quota");
        return result.with("seconds", seconds);
    }

    private static CheckResult clock(Seen seen) {
        double step = seen.clockStep();
        CheckResult result = Math.abs(step) > STEP
                ? CheckResult.warn(
                        "the clock was set " + (step > 0 ? "ahead" : "back") + " by "
                                + DoctorNumbers.seconds(Math.abs(step)) + " within "
                                + DoctorNumbers.seconds(seen.seconds()),
                        "Run only one time service (chrony or systemd-timesyncd, not both); pairs during which the"
                                + " clock jumps do not count.")
                : CheckResult.ok("the clock was not set");
        return result.with("stepSeconds", step);
    }

    private static CheckResult noise(NoiseTrial trial, double limit) {
        int pairs = trial.baseline().size();
        if (pairs < Looks.MIN_PAIRS) {
            return CheckResult.warn(
                    "unknown: the machine was so busy that it completed " + pairs + " of " + NoiseTrial.PAIRS
                            + " pairs",
                    "Stop whatever else runs here and run `flamegate doctor` again.");
        }
        Detectable machine = machine(trial);
        double least = machine.in(MOST);
        double length = trial.seen().seconds() / pairs;
        String says = "the same work differs by " + Numbers.percent(machine.deviation()) + " between pairs of "
                + DoctorNumbers.seconds(length) + ": if nothing else varied, `compare` could see "
                + Numbers.growth(least) + " CPU in " + MOST + " of them; longer pairs average some of it out";
        CheckResult result = least > limit
                ? CheckResult.warn(
                        says,
                        "It may hide a growth of " + Numbers.percent(limit)
                                + ", the limit that applies here: use a quieter machine, a longer load: measure, more"
                                + " pairs (--nightly), or a wider limit.")
                : CheckResult.ok(says);
        return result.with("pairs", pairs)
                .with("pairDeviation", machine.deviation())
                .with("in12", least)
                .with("in6", machine.in(FEW));
    }

    private static CheckResult detectable(NoiseTrial trial) {
        if (trial.baseline().size() < Looks.MIN_PAIRS) {
            return CheckResult.skip("unknown without the noise");
        }
        Detectable service = machine(trial).plus(RESTARTS);
        return CheckResult.ok(
                        "`compare` can see about " + Numbers.growth(service.in(MOST)) + " CPU in " + MOST + " pairs ("
                                + Numbers.growth(service.in(FEW)) + " in " + FEW
                                + ") of a service whose restarts differ by the usual 2 %. Unknown here: how much yours differ, its"
                                + " garbage collector, and what the load takes; the first comparison will tell")
                .with("in12", service.in(MOST))
                .with("in6", service.in(FEW));
    }

    private static Detectable machine(NoiseTrial trial) {
        return Detectable.of(trial.baseline(), trial.candidate());
    }

    /** The smallest relative growth of CPU that a rule of the plan forbids against the other build. */
    private static double tightest(Situation situation) {
        if (situation.rules() == null) {
            return USUAL_LIMIT;
        }
        return situation.rules().rules().stream()
                .filter(rule -> rule.indicator().source() instanceof Increase source
                        && source.events().contains(ProfileEvent.CPU))
                .flatMap(rule -> Stream.concat(rule.must().stream(), rule.should().stream()))
                .filter(Criterion.Growth.class::isInstance)
                .map(Criterion.Growth.class::cast)
                .filter(growth -> growth.relative() && growth.baseline() instanceof BaselineRef.OtherArm)
                .mapToDouble(growth -> growth.limit().base())
                .min()
                .orElse(USUAL_LIMIT);
    }

    /**
     * The growth that {@code compare} would see nine times in ten, at the error level of one of its looks, given the
     * scatter of some pairs.
     *
     * @param deviation of one pair's logarithmic ratio, not negative
     */
    record Detectable(double deviation) {
        /**
         * Computes the detectable growth from pairs of two identical arms; two modes of restarts, or here of blocks,
         * are separated as in a comparison.
         *
         * @param baseline above 0, at least three
         */
        static Detectable of(List<Double> baseline, List<Double> candidate) {
            PairedSample sample = PairedSample.ofLogs(logs(baseline), logs(candidate), PairPrior.NONE);
            PairedChange paired = sample.first(sample.size());
            return new Detectable(paired.change().error() * Math.sqrt(paired.used()));
        }

        /** A copy with another, independent source of scatter added. */
        Detectable plus(double other) {
            return new Detectable(Math.hypot(deviation, other));
        }

        /**
         * The growth seen in a number of pairs.
         *
         * @param pairs at least three
         * @return relative, 0.05 for +5 %
         */
        double in(int pairs) {
            Change change = new Change(0, deviation / Math.sqrt(pairs), pairs - 1);
            return Math.expm1(change.detectable(Looks.DEFAULT.failLevel()));
        }

        private static double[] logs(List<Double> values) {
            return values.stream().mapToDouble(Math::log).toArray();
        }
    }
}
