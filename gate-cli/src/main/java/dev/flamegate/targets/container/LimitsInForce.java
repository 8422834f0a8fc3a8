package dev.flamegate.targets.container;

import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.model.HostConfig;
import org.jspecify.annotations.Nullable;

/** Reads the limits back from the engine: what it did not take would otherwise be believed. */
final class LimitsInForce {
    private LimitsInForce() {}

    static ContainerLimits of(InspectContainerResponse container) {
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
}
