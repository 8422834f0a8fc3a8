package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec;
import java.util.OptionalDouble;

/** The limits that this very process is under, as in a CI job's container: they bound everything it starts. */
final class CgroupCheck implements Check {
    private final Situation situation;
    private final ControlGroup group;
    private final int cpus;

    CgroupCheck(Situation situation, ControlGroup group, int cpus) {
        this.situation = situation;
        this.group = group;
        this.cpus = cpus;
    }

    @Override
    public String id() {
        return "cgroup";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public CheckResult look() {
        if (!group.isKnown()) {
            return CheckResult.skip("this system has no control groups that can be seen");
        }
        OptionalDouble quota = group.cpuLimit();
        OptionalDouble memory = group.memoryLimit();
        String limits = (quota.isPresent() ? Words.cpus(quota.getAsDouble()) + " by quota" : "no quota of CPU time")
                + " and "
                + (memory.isPresent() ? "at most " + Words.bytes(memory.getAsDouble()) : "no limit of memory");
        return result(quota, limits)
                .with("cpuLimit", quota.orElse(Double.NaN))
                .with("memoryLimitBytes", memory.orElse(Double.NaN));
    }

    private CheckResult result(OptionalDouble quota, String limits) {
        boolean here = situation.startsProcess();
        if (!here || quota.isEmpty() || quota.getAsDouble() >= cpus) {
            return CheckResult.ok("this process has " + limits);
        }
        Double target = situation
                .target()
                .map(TargetSpec::limits)
                .map(TargetSpec.Limits::cpus)
                .orElse(null);
        String shared = "this process has " + limits
                + ": service and load generator share it, and are paused when it is" + " used up";
        return target != null && target + 1 <= quota.getAsDouble()
                ? CheckResult.ok("this process has " + limits + ", enough for the target's " + Words.cpus(target)
                        + " and the load generator")
                : CheckResult.warn(
                        shared,
                        "Give the job's container a larger CPU limit (or none), or bound the target with"
                                + " target: limits: cpus.");
    }
}
