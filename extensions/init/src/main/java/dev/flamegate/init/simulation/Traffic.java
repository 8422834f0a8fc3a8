package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The requests of a service, as a file describes them.
 *
 * @param source what it is, with its size: {@code an access log with 12,345 requests}
 * @param endpoints in the order of their shares; at least one has a share
 * @param notes what was left out and why, a sentence each, in visible characters
 */
public record Traffic(String source, List<Endpoint> endpoints, List<String> notes) {
    private static final int MOST_NAMED = 10;

    public Traffic {
        endpoints = List.copyOf(endpoints);
        notes = List.copyOf(notes);
        if (endpoints.stream().allMatch(endpoint -> endpoint.share() instanceof Endpoint.Off)) {
            throw new IllegalArgumentException(source + ": nothing to send");
        }
    }

    /** Creates the traffic, with a note that names the requests that write, if some are sent. */
    static Traffic of(String source, List<Endpoint> endpoints, List<String> notes) {
        List<String> writing = endpoints.stream()
                .filter(endpoint -> !(endpoint.share() instanceof Endpoint.Off))
                .filter(endpoint ->
                        !endpoint.method().equals("GET") && !endpoint.method().equals("HEAD"))
                .map(Endpoint::name)
                .toList();
        List<String> all = new ArrayList<>(notes);
        if (!writing.isEmpty()) {
            all.add("Sent although they write: "
                    + writing.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + (writing.size() > MOST_NAMED ? " and " + (writing.size() - MOST_NAMED) + " more" : "")
                    + "; set their share to 0 if what they leave makes other requests slower, or if they can succeed"
                    + " only once");
        }
        return new Traffic(source, endpoints, all);
    }

    /** Says what was taken and what was left out, a sentence each, for people. */
    public List<String> guesses() {
        long off = endpoints.stream()
                .filter(endpoint -> endpoint.share() instanceof Endpoint.Off)
                .count();
        String taken = "Simulation: from " + source + ", "
                + Names.plural(endpoints.size() - off, "endpoint") + " loaded"
                + (off == 0 ? "" : ", " + off + " more written with share 0");
        return Stream.concat(Stream.of(taken), notes.stream()).toList();
    }
}
