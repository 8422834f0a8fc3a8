package dev.flamegate.init;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which a service is queried, and the way it gets its ports.
 *
 * @param port it listens on by default, 1 to 65535
 * @param health tells whether it is up
 * @param metrics its Prometheus metrics; {@code null} for none
 * @param request path of a request to start loading it with, on its own port
 * @param arguments after the jar, {@code {port}} included
 * @param javaOptions of its JVM, {@code {port}} included
 * @param environment of its process, {@code {port}} included
 */
public record Endpoints(
        int port,
        Place health,
        @Nullable Place metrics,
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
        return new Endpoints(8080, Place.at("/"), null, "/", List.of(), List.of(), Map.of());
    }

    /**
     * A path on a port.
     *
     * @param port such as <code>{port:admin}</code>; empty for the service's own
     */
    public record Place(String path, String port) {
        /** A place on the service's main port. */
        public static Place at(String path) {
            return new Place(path, "");
        }

        boolean isOwn() {
            return port.isEmpty();
        }
    }
}
