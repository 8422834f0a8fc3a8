package dev.flamegate.doctor;

import dev.flamegate.doctor.MachineWatch.Seen;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.BaselineRef;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Looks;
import dev.flamegate.targets.CpuSet;
import java.util.List;
import java.util.stream.Stream;

/** What the calibration and the machine's behaviour meanwhile mean for a comparison. */
final class NoiseResults {
    /** Pair-to-pair scatter that restarts of a usual service add: its CPU cost differs by 2 % from restart to restart. */
    static final double RESTARTS = 0.02 * Math.sqrt(2);

    private static final double USUAL_LIMIT = 0.05;
    private static final double DOUBTFUL_STEAL = 0.01;
    private static final double DOUBTFUL_OTHERS = 0.1;
    private static final double STEP = 0.02;
    private static final int FEW = 6;
    private static final int MOST = Looks.DEFAULT.last();

    private NoiseResults() {}

    static List<Checked> of(Calibration calibration, Situation situation) {
        Seen seen = calibration.seen();
        double cpus = CpuSet.allowed().size();
        return List.of(
                new Checked("steal", Group.NOISE, steal(seen, cpus)),
                new Checked("others", Group.NOISE, others(seen)),
                new Checked("throttling", Group.NOISE, throttling(seen)),
                new Checked("clock", Group.NOISE, clock(seen)),
                new Checked("noise", Group.NOISE, noise(calibration, tightest(situation))),
                new Checked("detectable", Group.NOISE, detectable(calibration)));
    }

    private static CheckResult steal(Seen seen, double cpus) {
        if (seen.steal().isEmpty()) {
            return CheckResult.skip("this system does not say what a hypervisor takes");
        }
        double share = seen.steal().getAsDouble() / (seen.seconds() * cpus);
        String took = "the hypervisor gave " + Numbers.percent(share) + " of the CPU time to others";
        CheckResult result = share > DOUBTFUL_STEAL
                ? CheckResult.warn(
                        took,
                        "Measure on a machine of its own, or at a quieter hour; pairs with much of it do not count.")
                : CheckResult.ok(share == 0 ? "the hypervisor, if any, took no CPU time" : took);
        return result.with("share", share);
    }

    private static CheckResult others(Seen seen) {
        if (seen.others().isEmpty()) {
            return CheckResult.skip("this system does not say what other processes use");
        }
        double cpus = seen.others().getAsDouble() / seen.seconds();
        String used = "other processes used " + Words.cpus(cpus) + " meanwhile";
        CheckResult result = cpus > DOUBTFUL_OTHERS
                ? CheckResult.warn(used, "End what else runs here (`top` shows it) before measuring.")
                : CheckResult.ok(cpus < 0.005 ? "other processes were idle" : used);
        return result.with("cpus", cpus);
    }

    private static CheckResult throttling(Seen seen) {
        if (seen.throttled().isEmpty()) {
            return CheckResult.skip("no quota of CPU time is counted here");
        }
        double seconds = seen.throttled().getAsDouble();
        CheckResult result = seconds > 0
                ? CheckResult.warn(
                        "this process was paused for " + Words.seconds(seconds) + " of " + Words.seconds(seen.seconds())
                                + " because its quota of CPU time was used up",
                        "Give the job's container a larger CPU limit, or none.")
                : CheckResult.ok("nothing was paused for a quota of CPU time");
        return result.with("seconds", seconds);
    }

    private static CheckResult clock(Seen seen) {
        double step = seen.clockStep();
        CheckResult result = Math.abs(step) > STEP
                ? CheckResult.warn(
                        "the clock was set by " + Words.seconds(Math.abs(step)) + (step > 0 ? " ahead" : " back")
                                + " within " + Words.seconds(seen.seconds()),
                        "Let one service keep the time (chrony or systemd-timesyncd, not both); pairs during which the"
                                + " clock jumps do not count.")
                : CheckResult.ok("the clock was not set");
        return result.with("stepSeconds", step);
    }

    private static CheckResult noise(Calibration calibration, double limit) {
        int pairs = calibration.baseline().size();
        if (pairs < Looks.MIN_PAIRS) {
            return CheckResult.warn(
                    "not known: the machine was so busy that it did " + Words.count(pairs, "pair") + " of "
                            + Calibration.PAIRS,
                    "End what else runs here and run `flamegate doctor` again.");
        }
        Detectable machine = machine(calibration);
        double least = machine.in(MOST);
        double length = calibration.seen().seconds() / pairs;
        String says = "the same work differs by " + Numbers.percent(machine.deviation()) + " between pairs of "
                + Words.seconds(length) + ": if nothing else did, `compare` could see " + Numbers.growth(least)
                + " CPU in "
                + MOST + " of them; longer ones average some of it out";
        CheckResult result = least > limit
                ? CheckResult.warn(
                        says,
                        "It may hide a growth of " + Numbers.percent(limit)
                                + ", the limit that counts here: use a quieter"
                                + " machine, a longer load: measure, more pairs (--nightly), or a wider limit.")
                : CheckResult.ok(says);
        return result.with("pairs", pairs)
                .with("pairDeviation", machine.deviation())
                .with("in12", least)
                .with("in6", machine.in(FEW));
    }

    private static CheckResult detectable(Calibration calibration) {
        if (calibration.baseline().size() < Looks.MIN_PAIRS) {
            return CheckResult.skip("not known without the noise");
        }
        Detectable service = machine(calibration).plus(RESTARTS);
        return CheckResult.ok(
                        "`compare` can see about " + Numbers.growth(service.in(MOST)) + " CPU in " + MOST + " pairs ("
                                + Numbers.growth(service.in(FEW)) + " in " + FEW
                                + ") of a service whose restarts differ by 2 %, as is usual. Not known here: how much yours do, its"
                                + " garbage collector, and what the load takes; the first comparison tells")
                .with("in12", service.in(MOST))
                .with("in6", service.in(FEW));
    }

    private static Detectable machine(Calibration calibration) {
        return Detectable.of(calibration.baseline(), calibration.candidate());
    }

    /** The smallest relative growth of CPU that a rule of the plan forbids against the other build. */
    private static double tightest(Situation situation) {
        if (situation.rules() == null) {
            return USUAL_LIMIT;
        }
        return situation.rules().rules().stream()
                .filter(rule -> rule.indicator().name().startsWith("cpu."))
                .flatMap(rule -> Stream.concat(rule.must().stream(), rule.should().stream()))
                .filter(Criterion.Growth.class::isInstance)
                .map(Criterion.Growth.class::cast)
                .filter(growth -> growth.relative() && growth.baseline() instanceof BaselineRef.OtherArm)
                .mapToDouble(growth -> growth.limit().base())
                .min()
                .orElse(USUAL_LIMIT);
    }
}
