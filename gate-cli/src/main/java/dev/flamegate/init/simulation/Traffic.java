package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a file says about the requests of a service.
 *
 * @param source what it is, with its size: {@code an access log with 12,345 requests}
 * @param endpoints in the order of their shares; at least one has a share
 * @param notes what was left out and why, a sentence each, in visible characters
 */
public record Traffic(String source, List<Endpoint> endpoints, List<String> notes) {
    public Traffic {
        endpoints = List.copyOf(endpoints);
        notes = List.copyOf(notes);
        if (endpoints.stream().allMatch(endpoint -> endpoint.share() instanceof Endpoint.Off)) {
            throw new IllegalArgumentException(source + ": nothing to send");
        }
    }

    /** What was taken and what was left out, a sentence each, for people. */
    public List<String> guesses() {
        long off = endpoints.stream()
                .filter(endpoint -> endpoint.share() instanceof Endpoint.Off)
                .count();
        String taken = "Simulation: from " + source + ", "
                + Names.plural(endpoints.size() - off, "endpoint") + " loaded"
                + (off == 0 ? "" : ", " + off + " more written with share 0");
        return Stream.concat(java.util.stream.Stream.of(taken), notes.stream()).toList();
    }
}
