package dev.flamegate.init;

import dev.flamegate.init.simulation.Traffic;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The facts found about a service.
 *
 * @param name for history and reports
 * @param jar path from the plan's folder
 * @param build command that makes the jar
 * @param endpoints where it is queried
 * @param simulation that loads it; {@code null} when it has none yet
 * @param guesses how everything but the simulation was found, for people, a sentence each
 * @param missing what a person has to add before a run or a comparison works, the most important first
 */
public record Service(
        String name,
        String jar,
        String build,
        Endpoints endpoints,
        @Nullable Simulation simulation,
        List<String> guesses,
        List<String> missing) {
    public Service {
        guesses = List.copyOf(guesses);
        missing = List.copyOf(missing);
    }

    /** This service, loaded by the traffic of a file instead of an existing simulation. */
    Service loadedBy(Traffic traffic) {
        List<String> all =
                Stream.concat(guesses.stream(), traffic.guesses().stream()).toList();
        return new Service(name, jar, build, endpoints, null, all, missing);
    }

    /** Explains how everything was found, for people, a sentence each. */
    public List<String> explanations() {
        return simulation == null
                ? guesses
                : Stream.concat(guesses.stream(), Stream.of(simulation.guess())).toList();
    }

    /**
     * An existing simulation.
     *
     * @param name of its class
     * @param source path of its source
     * @param classes folder of its class
     */
    public record Simulation(String name, String source, String classes) {
        private String guess() {
            return "Simulation: " + name + " (" + source + "); its classes should be in " + classes;
        }
    }
}
