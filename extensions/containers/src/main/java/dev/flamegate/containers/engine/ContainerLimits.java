package dev.flamegate.containers.engine;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.HostConfig;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.CpuSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a container. A whole number of CPUs is enforced with a CPU set, as {@link CpuSet} does for processes: a
 * quota would stop all its threads together for the rest of each 100 ms, which shows in latencies. A fraction can only
 * be enforced by a quota.
 *
 * @param cpuset CPUs it may run on, such as {@code 0,1}; {@code null} for all
 * @param quota CPUs it may use on average; {@code null} for no quota
 * @param memoryBytes memory, swap included; {@code null} for all
 */
public record ContainerLimits(
        @Nullable String cpuset,
        @Nullable Double quota,
        @Nullable Long memoryBytes) {
    public static final ContainerLimits NONE = new ContainerLimits(null, null, null);

    /** The minimum that the engine accepts. */
    private static final long LEAST_MEMORY = 6L << 20;

    public ContainerLimits {
        if (cpuset != null && !cpuset.matches("\\d+(-\\d+)?(,\\d+(-\\d+)?)*")) {
            throw new IllegalArgumentException(cpuset + ": CPUs are listed like 0,2-3");
        }
        if (quota != null && !(quota > 0)) {
            throw new IllegalArgumentException(quota + ": a quota is above 0 CPUs");
        }
        if (memoryBytes != null && memoryBytes < LEAST_MEMORY) {
            throw new IllegalArgumentException(memoryBytes + " bytes: a container needs 6 MiB at least");
        }
    }

    public static ContainerLimits of(TargetSpec.Limits limits, Engine engine) {
        return of(limits, cpusOf(engine));
    }

    /** The limits of a plan's target where these CPUs can be given. */
    static ContainerLimits of(TargetSpec.Limits limits, List<Integer> cpus) {
        Double wanted = limits.cpus();
        if (wanted == null || wanted >= cpus.size()) {
            return new ContainerLimits(null, null, limits.memoryBytes());
        }
        if (wanted != Math.rint(wanted)) {
            return new ContainerLimits(null, wanted, limits.memoryBytes());
        }
        return new ContainerLimits(list(cpus.subList(0, wanted.intValue())), null, limits.memoryBytes());
    }

    /** The limits that apply during a start on all CPUs. */
    public ContainerLimits withoutCpus() {
        return new ContainerLimits(null, null, memoryBytes);
    }

    /** The limits as the engine reports them: it may have ignored some of those requested. */
    static ContainerLimits inForce(InspectContainerResponse container) {
        HostConfig host = container.getHostConfig();
        String cpuset = host.getCpusetCpus();
        Long nanos = positive(host.getNanoCPUs());
        return new ContainerLimits(
                cpuset == null || cpuset.isEmpty() ? null : cpuset,
                nanos == null ? null : nanos / 1e9,
                positive(host.getMemory()));
    }

    private static @Nullable Long positive(@Nullable Long value) {
        return value == null || value <= 0 ? null : value;
    }

    /**
     * Limits for containers next to a target with these limits, so that they do not slow the target down: the CPUs that
     * are left over; no limits when the target shares all CPUs.
     */
    public ContainerLimits beside(Engine engine) {
        return beside(cpusOf(engine));
    }

    ContainerLimits beside(List<Integer> cpus) {
        if (cpuset == null) {
            return NONE;
        }
        List<String> taken = List.of(cpuset.split(","));
        List<Integer> left =
                cpus.stream().filter(cpu -> !taken.contains(cpu.toString())).toList();
        return left.isEmpty() ? NONE : new ContainerLimits(list(left), null, null);
    }

    /** The quota in the engine's unit; {@code null} for no quota. */
    @Nullable
    Long nanoCpus() {
        return quota == null ? null : Math.round(quota * 1e9);
    }

    /** The limits in force as entries of a run's context. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        if (cpuset != null) {
            context.put("container.cpuset", cpuset);
        }
        if (quota != null) {
            context.put("container.cpu-quota", quota.toString());
        }
        if (memoryBytes != null) {
            context.put("container.memory", memoryBytes.toString());
        }
        return context;
    }

    /** The engine's CPUs; on this machine those that the gate itself may use, which may be fewer. */
    private static List<Integer> cpusOf(Engine engine) {
        return engine.isHere()
                ? CpuSet.allowed()
                : IntStream.range(0, engine.facts().cpus()).boxed().toList();
    }

    private static String list(List<Integer> cpus) {
        return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
