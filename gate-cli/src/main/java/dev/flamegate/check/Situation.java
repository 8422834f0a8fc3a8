package dev.flamegate.check;

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
    /** The {@link #patience} of somebody who waits for the answer. */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    public Situation {
        environment = Map.copyOf(environment);
    }

    /** The variables of a program that the plan controls, such as a JVM with its options. */
    public Map<String, String> childEnvironment() {
        List<String> secret = plan == null ? List.of() : plan.servers().credentials();
        List<String> inherited = plan == null ? List.of() : plan.inherit();
        return ChildEnvironment.of(environment, secret, inherited).variables();
    }

    public Optional<TargetSpec> target() {
        return Optional.ofNullable(plan).map(Plan::target);
    }

    public boolean loadPods() {
        return plan != null && plan.load().pods() != null;
    }

    /** The runtime of the target; a process by default. */
    public Runtime runtime() {
        return plan != null ? plan.target().runtime() : wanted != null ? wanted : Runtime.PROCESS;
    }

    /** True if the target would run in a container. */
    public boolean startsContainer() {
        return runtime() == Runtime.CONTAINER;
    }

    /** True if the target would use nothing of this machine, which only runs the load generator. */
    public boolean runsElsewhere() {
        return runtime() == Runtime.ATTACH || runtime() == Runtime.KUBERNETES;
    }

    /** True if anything would be started in containers. */
    public boolean needsEngine() {
        return startsContainer() || (plan != null && plan.beside().stream().anyMatch(beside -> beside.image() != null));
    }

    /** True if the gate starts the target's JVM, from this machine's JDK. */
    public boolean startsProcess() {
        return runtime() == Runtime.PROCESS;
    }
}
