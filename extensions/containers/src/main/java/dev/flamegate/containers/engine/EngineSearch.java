package dev.flamegate.containers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import dev.flamegate.os.Platform;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.EnvironmentAndSystemPropertyClientProviderStrategy;
import org.testcontainers.dockerclient.InvalidConfigurationException;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * The outcome of the search for an engine.
 *
 * @param engine the first that answered; empty when none did
 * @param tried the places that were asked before it, in order
 */
public record EngineSearch(Optional<Engine> engine, List<Attempt> tried) {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    /**
     * A place where no usable engine answered.
     *
     * @param place such as {@code unix:///var/run/docker.sock}
     * @param reason why not
     * @param forbidden whether there is a socket, but this user may not use it
     */
    public record Attempt(String place, String reason, boolean forbidden) {
        @Override
        public String toString() {
            return place + ": " + reason;
        }
    }

    public EngineSearch {
        tried = List.copyOf(tried);
    }

    /** Looks where this machine's settings point; waits up to three seconds for each place. */
    public static EngineSearch now() {
        return now(System.getenv(), Path.of(System.getProperty("user.home", "")), ANSWER_WITHIN);
    }

    /**
     * Looks where the settings point.
     *
     * @param answerWithin what one question may take
     */
    static EngineSearch now(Map<String, String> environment, Path home, Duration answerWithin) {
        List<Attempt> tried = new ArrayList<>();
        for (Endpoints.Endpoint endpoint : Endpoints.of(environment, home)) {
            URI host = null;
            try {
                TransportConfig transport = endpoint.source().get();
                host = transport.getDockerHost();
                return new EngineSearch(Optional.of(open(transport, environment, answerWithin)), tried);
            } catch (RuntimeException e) {
                tried.add(new Attempt(endpoint.name(), reason(e), isForbidden(host)));
            }
        }
        return new EngineSearch(Optional.empty(), tried);
    }

    /**
     * The engine.
     *
     * @throws TargetFailed with the remedy if no engine answered
     */
    public Engine orThrow() {
        return engine.orElseThrow(() -> new TargetFailed(problem()));
    }

    /** The reason why no engine was found, and what to do; empty when one was found. */
    public String problem() {
        if (engine.isPresent()) {
            return "";
        }
        String all = tried.stream().map(Attempt::toString).collect(Collectors.joining("\n       "));
        return "no Docker engine answers.\nTried: " + all + "\n" + remedy();
    }

    /** The advice to show when no engine answered. */
    public String remedy() {
        if (tried.stream().anyMatch(Attempt::forbidden)) {
            return "You may not use its socket: add your user to the group docker and log in again, or point DOCKER_HOST"
                    + " to a rootless engine.";
        }
        return "Start Docker (on Linux: sudo systemctl start docker), or point DOCKER_HOST to an engine, or measure"
                + " without containers: target: runtime: process, and no image in beside:.";
    }

    private static Engine open(TransportConfig transport, Map<String, String> environment, Duration answerWithin) {
        URI endpoint = transport.getDockerHost();
        DockerClient client =
                TimeBox.call("greet", answerWithin, () -> DockerClientProviderStrategy.getClientForConfig(transport));
        Info info = TimeBox.call(
                "say what it is", answerWithin, () -> client.infoCmd().exec());
        if (!"linux".equals(Objects.requireNonNullElse(info.getOsType(), "linux"))) {
            throw new TargetFailed("it runs containers for " + info.getOsType() + "; Linux containers are needed");
        }
        Version version = TimeBox.call(
                "say its version", answerWithin, () -> client.versionCmd().exec());
        EngineFacts facts = EngineFacts.of(endpoint, info, version);
        EngineStrategy.use(transport);
        return new Engine(client, facts, Reach.of(client, facts, environment));
    }

    private static boolean isForbidden(@Nullable URI host) {
        if (host == null || !"unix".equals(host.getScheme()) || host.getPath() == null) {
            return false;
        }
        Path socket = Path.of(host.getPath());
        return !Files.notExists(socket) && !Files.isWritable(socket);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && cause.getCause() != cause && !(cause instanceof TargetFailed)) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? cause.toString() : message;
    }

    /**
     * The addresses at which an engine may listen, in the order of asking: DOCKER_HOST, Testcontainers' own settings or
     * Docker's current context, then the usual sockets. With DOCKER_HOST nothing else is tried: a different engine
     * would be a surprise.
     */
    static final class Endpoints {
        private Endpoints() {}

        /** A transport, or the reason why it is missing. */
        record Endpoint(String name, TransportSource source) {}

        /** Makes a transport; throws if its settings are wrong. */
        interface TransportSource {
            TransportConfig get();
        }

        /** All places to ask. */
        static List<Endpoint> of(Map<String, String> environment, Path home) {
            String explicit = environment.getOrDefault("DOCKER_HOST", "").strip();
            if (!explicit.isEmpty()) {
                return List.of(new Endpoint("DOCKER_HOST=" + explicit, () -> explicitly(explicit, environment)));
            }
            Map<URI, Endpoint> endpoints = new LinkedHashMap<>();
            try {
                TransportConfig configured = configured();
                URI host = configured.getDockerHost();
                endpoints.put(host, new Endpoint(host.toString(), () -> configured));
            } catch (RuntimeException e) {
                endpoints.put(URI.create("settings"), new Endpoint("Docker's settings", () -> {
                    throw e;
                }));
            }
            for (URI socket : sockets(environment, home)) {
                endpoints.putIfAbsent(socket, new Endpoint(socket.toString(), () -> plain(socket)));
            }
            return List.copyOf(endpoints.values());
        }

        private static TransportConfig explicitly(String host, Map<String, String> environment) {
            boolean encrypted =
                    !environment.getOrDefault("DOCKER_TLS_VERIFY", "").isBlank();
            return encrypted ? configured() : plain(URI.create(host));
        }

        private static TransportConfig plain(URI host) {
            return TransportConfig.builder().dockerHost(host).build();
        }

        /** The transport that docker-java finds in variables, ~/.testcontainers.properties and current context. */
        @SuppressWarnings("deprecation") // Nothing else reads all three; it has been stable for years.
        private static TransportConfig configured() {
            return new EnvironmentAndSystemPropertyClientProviderStrategy().getTransportConfig();
        }

        private static List<URI> sockets(Map<String, String> environment, Path home) {
            if (Platform.current() == Platform.WINDOWS) {
                return List.of(URI.create("npipe:////./pipe/docker_engine"));
            }
            List<Path> paths = new ArrayList<>();
            paths.add(Path.of("/var/run/docker.sock"));
            String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", userRuntime());
            if (!runtime.isBlank()) {
                paths.add(Path.of(runtime, "docker.sock"));
            }
            paths.add(home.resolve(".docker/run/docker.sock"));
            paths.add(home.resolve(".docker/desktop/docker.sock"));
            return paths.stream()
                    .filter(Files::exists)
                    .map(path -> URI.create("unix://" + path))
                    .toList();
        }

        private static String userRuntime() {
            try {
                return "/run/user/" + Files.getAttribute(Path.of("/proc/self"), "unix:uid");
            } catch (IOException | UnsupportedOperationException e) {
                return "";
            }
        }
    }

    /**
     * Tells Testcontainers which engine is in use. Its look-up of registry credentials asks an engine for the standard
     * registry; without this, it would look for one itself, perhaps find another or none, and note what it found in
     * the user's home. Found by {@link java.util.ServiceLoader}.
     */
    public static final class EngineStrategy extends DockerClientProviderStrategy {
        private static volatile @Nullable TransportConfig inUse;

        /** Used by the service loader. */
        public EngineStrategy() {}

        static void use(TransportConfig transport) {
            inUse = transport;
        }

        @Override
        public TransportConfig getTransportConfig() throws InvalidConfigurationException {
            TransportConfig transport = inUse;
            if (transport == null) {
                throw new InvalidConfigurationException("flamegate has not found an engine");
            }
            return transport;
        }

        @Override
        protected boolean isApplicable() {
            return inUse != null;
        }

        @Override
        protected boolean isPersistable() {
            return false;
        }

        @Override
        protected int getPriority() {
            return Integer.MAX_VALUE;
        }

        @Override
        public String getDescription() {
            return "the engine that flamegate uses";
        }
    }
}
