package dev.flamegate.targets.container;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.testcontainers.dockerclient.EnvironmentAndSystemPropertyClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/**
 * Where an engine may listen, in the order of asking: what DOCKER_HOST, Testcontainers' own settings or Docker's current
 * context say, then the usual sockets. With DOCKER_HOST nothing else is tried: another engine would be a surprise.
 */
final class Endpoints {
    private Endpoints() {}

    /** A transport, or why there is none. */
    record Endpoint(String name, TransportSource source) {}

    /** Makes a transport; may throw what is wrong with its settings. */
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
        boolean encrypted = !environment.getOrDefault("DOCKER_TLS_VERIFY", "").isBlank();
        return encrypted ? configured() : plain(URI.create(host));
    }

    private static TransportConfig plain(URI host) {
        return TransportConfig.builder().dockerHost(host).build();
    }

    /** What docker-java finds in variables, in ~/.testcontainers.properties and in the current context. */
    @SuppressWarnings("deprecation") // Nothing else reads all three; it has been stable for years.
    private static TransportConfig configured() {
        return new EnvironmentAndSystemPropertyClientProviderStrategy().getTransportConfig();
    }

    private static List<URI> sockets(Map<String, String> environment, Path home) {
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("windows")) {
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
