package dev.flamegate.init;

import dev.flamegate.init.simulation.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What could be found out about a service.
 *
 * @param name for history and reports
 * @param jar path from the plan's folder
 * @param build command that makes the jar
 * @param port it listens on by default, 1 to 65535
 * @param health path that tells whether it is up
 * @param metrics path of its Prometheus metrics; {@code null} for none
 * @param arguments after the jar, {@code {port}} included
 * @param javaOptions of its JVM, {@code {port}} included
 * @param environment of its process, {@code {port}} included
 * @param simulation that loads it; {@code null} when it has none yet
 * @param guesses how each was found, for people, a sentence each
 */
public record Service(
        String name,
        String jar,
        String build,
        int port,
        String health,
        @Nullable String metrics,
        List<String> arguments,
        List<String> javaOptions,
        Map<String, String> environment,
        @Nullable Simulation simulation,
        List<String> guesses) {
    public Service {
        arguments = List.copyOf(arguments);
        javaOptions = List.copyOf(javaOptions);
        environment = Map.copyOf(environment);
        guesses = List.copyOf(guesses);
    }

    /** The same, loaded by the traffic of a file instead of a simulation that exists already. */
    public Service loadedBy(Traffic traffic) {
        List<String> all = new ArrayList<>(guesses);
        if (simulation != null) {
            all.removeIf(guess -> guess.startsWith("Simulation: "));
        }
        all.addAll(traffic.guesses());
        return new Service(name, jar, build, port, health, metrics, arguments, javaOptions, environment, null, all);
    }

    /**
     * An existing simulation.
     *
     * @param name of its class
     * @param classes folder of its class
     */
    public record Simulation(String name, String classes) {}
}
