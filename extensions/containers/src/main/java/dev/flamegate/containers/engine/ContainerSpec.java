package dev.flamegate.containers.engine;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A container to be created.
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
public record ContainerSpec(
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
    /** Bounds the engine's copy of all output; the gate's own copy goes to a file. */
    private static final Map<String, String> LOG_BOUNDS = Map.of("max-size", "64m", "max-file", "2");

    /** Thread limit of a container: far above what a service needs, low enough to protect the host. */
    private static final long MOST_THREADS = 32_768;

    public ContainerSpec {
        entrypoint = entrypoint == null ? null : List.copyOf(entrypoint);
        command = command == null ? null : List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    CreateContainerCmd creation(Engine engine) {
        ExposedPort exposed = ExposedPort.tcp(port);
        String address = engine.reach().publishAddress();
        Ports.Binding at =
                hostPort == 0 ? Ports.Binding.bindIp(address) : Ports.Binding.bindIpAndPort(address, hostPort);
        HostConfig host = HostConfig.newHostConfig()
                .withNetworkMode(network.id())
                .withPortBindings(new PortBinding(at, exposed))
                .withSecurityOpts(List.of("no-new-privileges"))
                .withPidsLimit(MOST_THREADS)
                .withLogConfig(new LogConfig(LogConfig.LoggingType.JSON_FILE, LOG_BOUNDS));
        applyLimits(host, limits);
        CreateContainerCmd create = engine.client()
                .createContainerCmd(image)
                .withName(
                        "flamegate-" + role + "-" + UUID.randomUUID().toString().substring(0, 8))
                .withHostConfig(host)
                .withAliases(alias)
                .withExposedPorts(exposed)
                .withLabels(Owner.current().labels(role))
                .withEnv(environment.entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList());
        if (entrypoint != null) {
            create.withEntrypoint(entrypoint);
        }
        return command == null ? create : create.withCmd(command);
    }

    private static void applyLimits(HostConfig host, ContainerLimits limits) {
        if (limits.cpuset() != null) {
            host.withCpusetCpus(limits.cpuset());
        }
        if (limits.quota() != null) {
            host.withNanoCPUs(limits.nanoCpus());
        }
        if (limits.memoryBytes() != null) {
            host.withMemory(limits.memoryBytes()).withMemorySwap(limits.memoryBytes());
        }
    }

    /** Explains the engine's refusal. */
    RuntimeException failure(Exception e) {
        String message = String.valueOf(e.getMessage()).strip();
        if (message.contains("already allocated") || message.contains("address already in use")) {
            return new TargetFailed(
                    "port " + hostPort + " is taken: another process or container listens on it (" + message
                            + ").\nEnd it, or give the target another port with target: port.",
                    e);
        }
        if (message.toLowerCase(Locale.ROOT).contains("cannot assign requested address")) {
            return new TargetFailed(
                    "the engine's machine does not have the address under which the gate finds it (" + message
                            + ").\nSet " + Reach.PUBLISH_ADDRESS
                            + " to an address of that machine; with 0.0.0.0, target,"
                            + " Prometheus and Pyroscope are open to its whole network.",
                    e);
        }
        if (e instanceof DockerException) {
            return new TargetFailed(
                    "the Docker engine cannot start the " + role + " from the image " + image + ": " + message, e);
        }
        if (e instanceof RuntimeException other) {
            return other;
        }
        return new TargetFailed("files cannot be copied into the " + role + "'s container: " + message, e);
    }
}
