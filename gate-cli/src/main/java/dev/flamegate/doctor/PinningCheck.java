package dev.flamegate.doctor;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.CpuSet;
import java.util.List;
import java.util.Optional;

/** Whether the target can be held to CPUs of its own. */
final class PinningCheck implements Check {
    private final Situation situation;

    PinningCheck(Situation situation) {
        this.situation = situation;
    }

    @Override
    public String id() {
        return "taskset";
    }

    @Override
    public Group group() {
        return Group.MACHINE;
    }

    @Override
    public CheckResult look() {
        Optional<Double> limit = situation.target().map(TargetSpec::limits).map(TargetSpec.Limits::cpus);
        boolean there = Commands.find("taskset", situation.environment()).isPresent();
        if (!situation.startsProcess()) {
            return CheckResult.skip("not needed: the target is no process of this machine's");
        } else if (limit.isEmpty()) {
            return there
                    ? CheckResult.ok("there: limits: {cpus: N} pins the service to CPUs of its own")
                    : CheckResult.skip("not there, and the plan limits no CPUs");
        }
        CpuSet cpus = CpuSet.of(limit.get());
        if (cpus.warning().isPresent()) {
            return CheckResult.warn(
                    cpus.warning().get(),
                    there
                            ? "Give a whole number of CPUs, or use runtime: container."
                            : "Install it (package util-linux) on a Linux, or use runtime: container.");
        }
        return CheckResult.ok(
                cpus.target().isEmpty()
                        ? "nothing to pin: the target may use all CPUs"
                        : "pins the target to CPU " + last(cpus.target()) + " and the load generator to CPU "
                                + last(cpus.generator()));
    }

    private static String last(List<String> prefix) {
        return prefix.get(prefix.size() - 1);
    }
}
