package dev.flamegate.targets.container;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A container to be made.
 *
 * @param role what it is for, such as {@code target}; part of its name
 * @param image name of an image in the engine's store
 * @param entrypoint program and first arguments; {@code null} for the image's own
 * @param command arguments; {@code null} for the image's own
 * @param environment variables on top of the image's own
 * @param files copied in before it starts
 * @param network that it joins
 * @param alias name under which the others of the network find it
 * @param port port it listens on, published
 * @param hostPort port it is published at; 0 for any free one
 */
record ContainerSpec(
        String role,
        String image,
        @Nullable List<String> entrypoint,
        @Nullable List<String> command,
        Map<String, String> environment,
        ContainerFiles files,
        ContainerNetwork network,
        String alias,
        int port,
        int hostPort,
        ContainerLimits limits) {
    ContainerSpec {
        entrypoint = entrypoint == null ? null : List.copyOf(entrypoint);
        command = command == null ? null : List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }
}
