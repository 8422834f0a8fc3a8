package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.CpuSet;
import org.jspecify.annotations.Nullable;

/** The CPUs, and who gets which. */
final class CpusCheck implements Check {
    private final Situation situation;
    private final int all;

    CpusCheck(Situation situation) {
        this(situation, CpuSet.allowed().size());
    }

    /** With so many CPUs that this process may use. */
    CpusCheck(Situation situation, int all) {
        this.situation = situation;
        this.all = all;
    }

    @Override
    public String id() {
        return "cpus";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public CheckResult look() {
        @Nullable
        Double limit = situation
                .target()
                .map(TargetSpec::limits)
                .map(TargetSpec.Limits::cpus)
                .orElse(null);
        return result(limit).with("cpus", all);
    }

    private CheckResult result(@Nullable Double limit) {
        if (situation.runtime() == TargetSpec.Runtime.ATTACH) {
            return CheckResult.ok(Words.cpus(all) + " here for the load generator; the target runs elsewhere");
        }
        if (all < 2) {
            return CheckResult.warn(
                    "1 CPU: service and load generator share it, and what the one does slows the other down",
                    "Use a machine with two CPUs or more, or attach to a service that runs elsewhere.");
        }
        if (limit == null && situation.plan() != null) {
            return CheckResult.warn(
                    Words.cpus(all) + ", all of them for the service and the load generator alike",
                    "Leave some to the generator: target: limits: {cpus: " + (all - 1) + "}.");
        }
        if (limit == null) {
            return CheckResult.ok(Words.cpus(all) + ": a plan would leave " + Words.cpus(all - 1)
                    + " to the service and one to the load generator");
        }
        if (limit >= all) {
            return CheckResult.warn(
                    "the target may use " + Words.number(limit) + " of " + Words.cpus(all)
                            + ": the load generator has none of its own",
                    "Set target: limits: {cpus: " + (all - 1) + "}, or use a larger machine.");
        }
        return CheckResult.ok(Words.cpus(all) + ": " + Words.number(limit) + " for the target, "
                + Words.number(all - limit) + " left for the load generator");
    }
}
