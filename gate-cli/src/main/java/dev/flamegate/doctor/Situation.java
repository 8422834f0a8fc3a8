package dev.flamegate.doctor;

import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Runtime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The starting point of a run here.
 *
 * @param plan {@code null} for none: only the machine is checked
 * @param rules of the plan; {@code null} without a plan
 * @param folder that the plan's paths are relative to, absolute
 * @param history where runs are stored, absolute
 * @param wanted the runtime requested where there is no plan; {@code null} for none
 * @param profiler jar of the Pyroscope agent; {@code null} where this installation has none
 * @param credentials whether the credentials that the plan names may be sent to its servers
 * @param environment variables of this process
 * @param patience how long a server or a program may take to answer
 */
public record Situation(
        @Nullable Plan plan,
        @Nullable RuleSet rules,
        Path folder,
        Path history,
        @Nullable Runtime wanted,
        @Nullable Path profiler,
        boolean credentials,
        Map<String, String> environment,
        Duration patience) {
    /** {@link #patience} of somebody who waits for the answer. */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    public Situation {
        environment = Map.copyOf(environment);
    }

    /** The variables that a program gets which the plan decides about, such as a JVM with its options. */
    Map<String, String> childEnvironment() {
        List<String> secret = plan == null ? List.of() : plan.servers().credentials();
        List<String> inherited = plan == null ? List.of() : plan.inherit();
        return ChildEnvironment.of(environment, secret, inherited).variables();
    }

    /** The target of the plan. */
    Optional<TargetSpec> target() {
        return Optional.ofNullable(plan).map(Plan::target);
    }

    /** Whether the load comes from pods. */
    boolean loadPods() {
        return plan != null && plan.load().pods() != null;
    }

    /** How the target would be run; as a process by default. */
    Runtime runtime() {
        return plan != null ? plan.target().runtime() : wanted != null ? wanted : Runtime.PROCESS;
    }

    /** Whether the target would run in a container. */
    boolean startsContainer() {
        return runtime() == Runtime.CONTAINER;
    }

    /** Whether the target would use nothing of this machine, which has the load generator only. */
    boolean runsElsewhere() {
        return runtime() == Runtime.ATTACH || runtime() == Runtime.KUBERNETES;
    }

    /** Whether anything would be started in containers. */
    boolean needsEngine() {
        return startsContainer() || (plan != null && plan.beside().stream().anyMatch(beside -> beside.image() != null));
    }

    /** Whether the gate starts the target's JVM, from this machine's JDK. */
    boolean startsProcess() {
        return runtime() == Runtime.PROCESS;
    }
}
