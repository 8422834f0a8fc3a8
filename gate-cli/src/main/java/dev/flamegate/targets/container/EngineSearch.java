package dev.flamegate.targets.container;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import dev.flamegate.targets.TargetFailed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * The outcome of looking for an engine.
 *
 * @param engine the first that answered; empty when none did
 * @param tried every place that was asked before, with its answer
 */
public record EngineSearch(Optional<Engine> engine, List<String> tried) {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    public EngineSearch {
        tried = List.copyOf(tried);
    }

    /** Looks where this machine's settings point. Takes as long as places hang, three seconds each. */
    public static EngineSearch now() {
        return now(System.getenv(), Path.of(System.getProperty("user.home", "")));
    }

    static EngineSearch now(Map<String, String> environment, Path home) {
        List<String> tried = new ArrayList<>();
        for (Endpoints.Endpoint endpoint : Endpoints.of(environment, home)) {
            try {
                Engine engine = open(endpoint.source().get(), environment);
                return new EngineSearch(Optional.of(engine), tried);
            } catch (RuntimeException e) {
                tried.add(endpoint.name() + ": " + reason(e));
            }
        }
        return new EngineSearch(Optional.empty(), tried);
    }

    /**
     * The engine.
     *
     * @throws TargetFailed with the remedy when there is none
     */
    public Engine orThrow() {
        return engine.orElseThrow(() -> new TargetFailed(problem()));
    }

    /** Why there is no engine, and what to do; empty when there is one. */
    public String problem() {
        if (engine.isPresent()) {
            return "";
        }
        return "no Docker engine answers.\nTried: " + String.join("\n       ", tried) + "\n" + remedy();
    }

    /** What to do when no engine answered. */
    public String remedy() {
        String all = String.join("\n", tried);
        if (all.contains("Permission denied")) {
            return "You may not use its socket: add your user to the group docker and log in again, or point DOCKER_HOST"
                    + " to an engine without root.";
        }
        return "Start Docker (on Linux: sudo systemctl start docker), or point DOCKER_HOST to an engine, or measure"
                + " without containers: target: runtime: process.";
    }

    private static Engine open(TransportConfig transport, Map<String, String> environment) {
        URI endpoint = transport.getDockerHost();
        DockerClient client =
                TimeBox.call("greet", ANSWER_WITHIN, () -> DockerClientProviderStrategy.getClientForConfig(transport));
        Info info = TimeBox.call(
                "say what it is", ANSWER_WITHIN, () -> client.infoCmd().exec());
        if (!"linux".equals(Objects.requireNonNullElse(info.getOsType(), "linux"))) {
            throw new TargetFailed("it runs containers for " + info.getOsType() + "; Linux containers are needed");
        }
        Version version = TimeBox.call(
                "say its version", ANSWER_WITHIN, () -> client.versionCmd().exec());
        EngineFacts facts = EngineFacts.of(endpoint, info, version);
        EngineStrategy.use(transport);
        return new Engine(client, facts, Reach.of(client, facts, environment));
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause && !(cause instanceof TargetFailed)) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }
}
