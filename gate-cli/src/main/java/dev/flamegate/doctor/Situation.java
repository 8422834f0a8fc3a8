package dev.flamegate.doctor;

import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run here would start from.
 *
 * @param plan {@code null} for none: only the machine is looked at
 * @param rules of the plan; {@code null} without a plan
 * @param folder that the plan's paths are relative to, absolute
 * @param history where runs are stored, absolute
 * @param wanted the runtime asked for in place of a plan's; {@code null} for none
 * @param profiler jar of the Pyroscope agent; {@code null} where this installation has none
 * @param environment variables of this process
 */
public record Situation(
        @Nullable Plan plan,
        @Nullable RuleSet rules,
        Path folder,
        Path history,
        @Nullable Runtime wanted,
        @Nullable Path profiler,
        Map<String, String> environment) {
    public Situation {
        environment = Map.copyOf(environment);
    }

    /** The target of the plan. */
    Optional<TargetSpec> target() {
        return Optional.ofNullable(plan).map(Plan::target);
    }

    /** How the target would be run; a process where nothing says otherwise. */
    Runtime runtime() {
        return plan != null ? plan.target().runtime() : wanted != null ? wanted : Runtime.PROCESS;
    }

    /** Whether something would be started in containers. */
    boolean needsEngine() {
        return runtime() == Runtime.CONTAINER;
    }

    /** Whether the target's virtual machine is started by the gate, from this machine's JDK. */
    boolean startsProcess() {
        return runtime() == Runtime.PROCESS;
    }
}
