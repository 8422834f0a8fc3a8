package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A Pyroscope server, version 1 or 2. Every query returns an answer, which may be empty, or fails with a
 * {@link CollectionFailed} that quotes the server and says what to do. Safe for several threads.
 */
public final class PyroscopeServer {
    private static final String CHECK = "Is pyroscope in the plan the address of a Pyroscope server?";

    private final ApiClient client;
    private final Rpc rpc;
    private volatile @Nullable ServerVersion version;
    private volatile @Nullable ProfileRoute route;

    public PyroscopeServer(ApiClient client) {
        this.client = client;
        rpc = new Rpc(client);
    }

    /**
     * A server by its address.
     *
     * @param limits of each query
     */
    public static PyroscopeServer at(ServerAddress address, ApiLimits limits) {
        return new PyroscopeServer(new ApiClient(address, "Pyroscope", CHECK, limits));
    }

    /** This server, with a time limit for each query. */
    PyroscopeServer within(Duration time) {
        PyroscopeServer same = new PyroscopeServer(client.with(ApiLimits.within(time)));
        same.version = version;
        same.route = route;
        return same;
    }

    public ServerAddress address() {
        return client.server();
    }

    /** The server's version; requested once. */
    public ServerVersion version() throws InterruptedException {
        ServerVersion known = version;
        if (known == null) {
            Answer answer = rpc.get("/api/v1/status/buildinfo", Form.EMPTY);
            known = Rpc.isMissing(answer)
                    ? ServerVersion.UNKNOWN
                    : ServerVersion.of(Rpc.accepted(answer)
                            .json()
                            .path("data")
                            .path("version")
                            .asString(""));
            version = known;
        }
        return known;
    }

    /** The types of profiles that it has of any service in a window. */
    public List<ProfileType> profileTypes(Window window) throws InterruptedException {
        List<ProfileType> types = new ArrayList<>();
        for (JsonNode type : rpc.list("ProfileTypes", times(window), "profileTypes")) {
            String id = type.path("ID").asString("");
            if (id.chars().filter(c -> c == ':').count() >= 4) {
                types.add(ProfileType.of(id));
            }
        }
        return types;
    }

    /**
     * The values of a label in a window.
     *
     * @param among the series to look at
     */
    public List<String> labelValues(String label, LabelSelector among, Window window) throws InterruptedException {
        Map<String, Object> fields = times(window);
        fields.put("name", label);
        fields.put("matchers", among.labels().isEmpty() ? List.of() : List.of(among.toString()));
        List<String> values = new ArrayList<>();
        for (JsonNode name : rpc.list("LabelValues", fields, "names")) {
            values.add(name.asString(""));
        }
        return values;
    }

    /**
     * The profile of a type over a window: as pprof where the server supports it, else as a flame graph with as many
     * nodes as it allows.
     */
    public ProfileAnswer profile(ProfileType type, LabelSelector selector, Window window) throws InterruptedException {
        for (ProfileRoute next : routes()) {
            Optional<ProfileAnswer> answer = next.ask(rpc, type, selector, window);
            if (answer.isPresent()) {
                route = next;
                return answer.get();
            }
        }
        throw new CollectionFailed(
                "Pyroscope at " + address() + " supports none of the queries for profiles. Is its querier"
                        + " switched off, or is there a proxy in front of it? " + CHECK);
    }

    /** The routes in the order to try them; first the one that last returned an answer. */
    private List<ProfileRoute> routes() throws InterruptedException {
        List<ProfileRoute> routes = new ArrayList<>(ProfileRoute.of(version()));
        ProfileRoute known = route;
        if (known != null) {
            routes.remove(known);
            routes.add(0, known);
        }
        return routes;
    }

    /**
     * The values of a profile type over time, summed over all series; steps without samples are left out.
     *
     * @param step at least a second
     */
    public List<Point> series(ProfileType type, LabelSelector selector, Window window, Duration step)
            throws InterruptedException {
        Map<String, Object> fields = times(window);
        fields.put("profileTypeID", type.id());
        fields.put("labelSelector", selector.toString());
        fields.put("step", step.toMillis() / 1e3);
        Map<Long, Double> sums = new TreeMap<>();
        for (JsonNode series : rpc.list("SelectSeries", fields, "series")) {
            for (JsonNode point : series.path("points")) {
                long at = point.path("timestamp").asLong(Long.MIN_VALUE);
                double value = point.path("value").asDouble(Double.NaN);
                if (at > Long.MIN_VALUE && value > 0) {
                    sums.merge(at, value, Double::sum);
                }
            }
        }
        List<Point> points = new ArrayList<>();
        sums.forEach((at, value) -> points.add(new Point(Instant.ofEpochMilli(at), value)));
        return points;
    }

    private static Map<String, Object> times(Window window) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("start", window.start().toEpochMilli());
        fields.put("end", window.end().toEpochMilli());
        return fields;
    }

    /**
     * The value of profiles in one step of time.
     *
     * @param at end of the step; earlier steps are not included
     * @param value sum over the step, in the unit of the profile type
     */
    public record Point(Instant at, double value) {}
}
