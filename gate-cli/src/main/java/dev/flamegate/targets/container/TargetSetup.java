package dev.flamegate.targets.container;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a target in a container needs.
 *
 * @param spec the plan's target; its port is that inside the container
 * @param folder that the plan's paths are relative to
 * @param agents options and variables with paths as the container sees them
 * @param files copied in: absolute path in the container, file of this machine; agents among them
 * @param limits what it may use
 * @param network that it joins, such as the stack's; without one it gets its own
 * @param alias name under which the others of its network find it
 * @param hostPort port it is published at, 1 to 65535
 * @param log file for its output, replaced
 * @param images names of the base image, and the prefix
 * @param pull how long the fetching of a missing image may take
 * @param progress told what takes long
 */
public record TargetSetup(
        TargetSpec spec,
        Path folder,
        Agents agents,
        Map<String, Path> files,
        ContainerLimits limits,
        @Nullable ContainerNetwork network,
        String alias,
        int hostPort,
        Path log,
        Images images,
        PullLimits pull,
        Consumer<String> progress) {
    public TargetSetup {
        files = Map.copyOf(files);
        if (hostPort < 1 || hostPort > 65535) {
            throw new IllegalArgumentException(hostPort + ": a port is 1 to 65535");
        }
        if (!alias.matches("[a-z0-9][a-z0-9.-]*")) {
            throw new IllegalArgumentException(alias + ": an alias is a host name");
        }
    }
}
