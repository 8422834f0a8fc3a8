package dev.flamegate.init;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which a service is queried, and the way it gets its ports.
 *
 * @param port it listens on by default, 1 to 65535
 * @param health path that tells whether it is up
 * @param metrics path of its Prometheus metrics; {@code null} for none
 * @param request path of a request to start loading it with, on its own port
 * @param arguments after the jar, {@code {port}} included
 * @param javaOptions of its JVM, {@code {port}} included
 * @param environment of its process, {@code {port}} included
 */
record Endpoints(
        int port,
        String health,
        @Nullable String metrics,
        String request,
        List<String> arguments,
        List<String> javaOptions,
        Map<String, String> environment) {
    public Endpoints {
        arguments = List.copyOf(arguments);
        javaOptions = List.copyOf(javaOptions);
        environment = Map.copyOf(environment);
    }

    public static Endpoints unknown() {
        return new Endpoints(8080, "/", null, "/", List.of(), List.of(), Map.of());
    }
}
