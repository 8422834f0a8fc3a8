package dev.flamegate.targets.container;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import dev.flamegate.targets.TargetFailed;
import java.util.Map;
import java.util.UUID;

/** Says to the engine what a {@link ContainerSpec} says. */
final class ContainerCreation {
    /** The engine keeps a copy of all output; ours is in a file. */
    private static final Map<String, String> LOG_BOUNDS = Map.of("max-size", "64m", "max-file", "2");

    private ContainerCreation() {}

    /** The command that makes it. */
    static CreateContainerCmd command(Engine engine, ContainerSpec spec) {
        ExposedPort port = ExposedPort.tcp(spec.port());
        String address = engine.reach().publishAddress();
        Ports.Binding at = spec.hostPort() == 0
                ? Ports.Binding.bindIp(address)
                : Ports.Binding.bindIpAndPort(address, spec.hostPort());
        HostConfig host = HostConfig.newHostConfig()
                .withNetworkMode(spec.network().id())
                .withPortBindings(new PortBinding(at, port))
                .withLogConfig(new LogConfig(LogConfig.LoggingType.JSON_FILE, LOG_BOUNDS));
        applyLimits(host, spec.limits());
        CreateContainerCmd create = engine.client()
                .createContainerCmd(spec.image())
                .withName("flamegate-" + spec.role() + "-"
                        + UUID.randomUUID().toString().substring(0, 8))
                .withHostConfig(host)
                .withAliases(spec.alias())
                .withExposedPorts(port)
                .withLabels(Owner.current().labels(spec.role()))
                .withEnv(spec.environment().entrySet().stream()
                        .map(variable -> variable.getKey() + "=" + variable.getValue())
                        .toList());
        if (spec.entrypoint() != null) {
            create.withEntrypoint(spec.entrypoint());
        }
        return spec.command() == null ? create : create.withCmd(spec.command());
    }

    private static void applyLimits(HostConfig host, ContainerLimits limits) {
        if (limits.cpuset() != null) {
            host.withCpusetCpus(limits.cpuset());
        }
        if (limits.quota() != null) {
            host.withNanoCPUs(Math.round(limits.quota() * 1e9));
        }
        if (limits.memoryBytes() != null) {
            host.withMemory(limits.memoryBytes()).withMemorySwap(limits.memoryBytes());
        }
    }

    /** What it means that the engine refused. */
    static RuntimeException failure(ContainerSpec spec, Exception e) {
        String message = String.valueOf(e.getMessage()).strip();
        if (message.contains("already allocated") || message.contains("address already in use")) {
            return new TargetFailed(
                    "port " + spec.hostPort() + " is taken: another process or container listens on it (" + message
                            + ").\nEnd it, or give the target another port with target: port.",
                    e);
        }
        if (e instanceof DockerException) {
            return new TargetFailed(
                    "the Docker engine cannot start the " + spec.role() + " from the image " + spec.image() + ": "
                            + message,
                    e);
        }
        if (e instanceof RuntimeException other) {
            return other;
        }
        return new TargetFailed("files cannot be copied into the " + spec.role() + "'s container: " + message, e);
    }
}
