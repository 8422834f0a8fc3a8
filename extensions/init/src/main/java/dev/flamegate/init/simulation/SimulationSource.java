package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes a controlled simulation of Gatling, in Java, that sends the requests of a {@link Traffic}. */
public final class SimulationSource {
    /** The approximate sum of all shares, and so the length of a cycle of requests. */
    private static final int CYCLE = 1_000;

    private static final int WIDEST = 110;
    private static final String DEEPER = " ".repeat(24);

    private final String name;
    private final String scenario;
    private final int port;
    private final Traffic traffic;
    private final StringBuilder out = new StringBuilder();

    private SimulationSource(String name, String scenario, int port, Traffic traffic) {
        this.name = name;
        this.scenario = scenario;
        this.port = port;
        this.traffic = traffic;
    }

    /**
     * The source of a class in the default package. Its system properties: {@code rate} in requests per second (20),
     * and {@code flamegate.baseUrl}.
     *
     * @param name of the class, an identifier
     * @param scenario name of the service
     * @param port on which it listens, for trying the simulation without the gate
     */
    public static String of(String name, String scenario, int port, Traffic traffic) {
        return new SimulationSource(name, scenario, port, traffic).write();
    }

    private String write() {
        Set<String> used = new HashSet<>();
        List<String> methods = traffic.endpoints().stream()
                .map(endpoint -> JavaText.identifier(endpoint.method(), endpoint.template(), used))
                .toList();
        boolean paths = traffic.endpoints().stream().anyMatch(SimulationSource::feedsPaths);
        boolean bodies = traffic.endpoints().stream().anyMatch(SimulationSource::feedsBodies);
        imports(paths, bodies);
        about();
        out.append("public class ").append(name).append(" extends ControlledSimulation {\n");
        shares();
        frame(methods);
        for (int i = 0; i < methods.size(); i++) {
            request(methods.get(i), traffic.endpoints().get(i));
        }
        if (paths) {
            out.append(PATHS);
        }
        if (bodies) {
            out.append(CALLS);
        }
        return out.append("}\n").toString();
    }

    private void imports(boolean paths, boolean bodies) {
        boolean feeds = paths || bodies;
        String core = "import static io.gatling.javaapi.core.CoreDsl.";
        String java = "import java.util.";
        out.append(bodies ? core + "StringBody;\n" : "")
                .append(core + "doSwitch;\n")
                .append(core + "exec;\n")
                .append(feeds ? core + "feed;\n" + core + "listFeeder;\n" : "")
                .append(core + "onCase;\n")
                .append("import static io.gatling.javaapi.http.HttpDsl.http;\n")
                .append("import static io.gatling.javaapi.http.HttpDsl.status;\n\n")
                .append("import dev.flamegate.gatling.ControlledSimulation;\n")
                .append("import io.gatling.javaapi.core.ChainBuilder;\n")
                .append("import io.gatling.javaapi.http.HttpProtocolBuilder;\n")
                .append(java + "ArrayList;\n")
                .append(java + "Arrays;\n")
                .append(java + "List;\n")
                .append(feeds ? java + "Map;\n" : "")
                .append(java + "concurrent.atomic.AtomicLong;\n\n");
    }

    private void about() {
        List<String> text = new ArrayList<>();
        text.add("Load on the service, written by `flamegate init` from " + traffic.source()
                + ". It is yours: change what is wrong.");
        text.addAll(traffic.notes());
        text.add("Credentials are never copied. Where the service needs some, read them from an environment variable in"
                + " protocol(), such as .authorizationHeader(System.getenv(\"LOAD_AUTHORIZATION\")); variables that look"
                + " like secrets must also be named in inherit: of the plan.");
        out.append("/**\n");
        for (int i = 0; i < text.size(); i++) {
            boolean first = i == 0;
            String line = JavaText.comment(text.get(i) + (first || text.get(i).endsWith(".") ? "" : "."));
            wrapped(" * ", (first ? "" : "<p>") + line);
            out.append(i + 1 < text.size() ? " *\n" : " */\n");
        }
    }

    private void wrapped(String indent, String text) {
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.split(" ", -1)) {
            if (line.length() > indent.length() && line.length() + word.length() > WIDEST) {
                out.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(indent);
            }
            line.append(word).append(' ');
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private void shares() {
        out.append("    /** How often each request is sent in a cycle; one of share 0 is not sent. */\n");
        out.append("    private static final int[] SHARES = {\n");
        List<Integer> shares = shares(traffic.endpoints());
        for (int i = 0; i < shares.size(); i++) {
            Endpoint endpoint = traffic.endpoints().get(i);
            String why = endpoint.share() instanceof Seen seen
                    ? ", " + Names.plural(seen.requests(), "request")
                    : endpoint.share() instanceof Off off ? ", not sent: " + off.reason() : "";
            out.append("        ").append(shares.get(i)).append(", // ");
            out.append(JavaText.comment(endpoint.name() + why)).append('\n');
        }
        out.append("    };\n\n");
    }

    /** Whole numbers in proportion to the shares; at least 1 for what is sent at all. */
    static List<Integer> shares(List<Endpoint> endpoints) {
        double total = endpoints.stream().mapToDouble(SimulationSource::weight).sum();
        double all = endpoints.stream().anyMatch(endpoint -> endpoint.share() instanceof Seen) ? CYCLE : total;
        return endpoints.stream()
                .map(SimulationSource::weight)
                .map(weight -> weight == 0 ? 0 : (int) Math.max(1, Math.round(weight / total * all)))
                .toList();
    }

    private static double weight(Endpoint endpoint) {
        return endpoint.share() instanceof Seen seen ? seen.requests() : endpoint.share() instanceof Off ? 0 : 1;
    }

    private void frame(List<String> methods) {
        StringBuilder cases = new StringBuilder();
        for (int i = 0; i < methods.size(); i++) {
            cases.append(i == 0 ? "" : ",\n")
                    .append("                        onCase(")
                    .append(i)
                    .append(").then(");
            cases.append(methods.get(i)).append("())");
        }
        out.append(FRAME.formatted(name, JavaText.literal(scenario), cases, String.valueOf(port)));
    }

    private void request(String method, Endpoint endpoint) {
        out.append("\n    private static ChainBuilder ").append(method).append("() {\n        return ");
        if (feedsBodies(endpoint)) {
            fed(
                    "calls",
                    endpoint.calls().stream()
                            .map(call -> JavaText.literal(call.target()) + ", " + JavaText.literal(body(call)))
                            .toList());
        } else if (feedsPaths(endpoint)) {
            fed(
                    "paths",
                    endpoint.calls().stream()
                            .map(call -> JavaText.literal(call.target()))
                            .toList());
        }
        String path = feedsBodies(endpoint) || feedsPaths(endpoint)
                ? "\"#{path}\""
                : JavaText.literal(endpoint.calls().get(0).target());
        out.append("exec(http(")
                .append(JavaText.literal(endpoint.name()))
                .append(")\n")
                .append(DEEPER)
                .append('.');
        out.append(endpoint.method().toLowerCase(Locale.ROOT))
                .append('(')
                .append(path)
                .append(")\n");
        endpoint.headers().forEach((header, value) -> header(header, value));
        if (endpoint.contentType() != null) {
            header("Content-Type", endpoint.contentType());
        }
        if (feedsBodies(endpoint)) {
            out.append(DEEPER + ".body(StringBody(\"#{body}\"))\n");
        }
        String statuses = endpoint.statuses().stream().map(String::valueOf).collect(Collectors.joining(", "));
        out.append(DEEPER + ".check(status().")
                .append(endpoint.statuses().size() == 1 ? "is(" : "in(")
                .append(statuses)
                .append(")));\n    }\n");
    }

    private void fed(String feeder, List<String> rows) {
        out.append(feeder).append("(\n                        ");
        out.append(String.join(",\n                        ", rows)).append(")\n                .");
    }

    /** Writes a header as text if Gatling would evaluate nothing in it, otherwise as a function. */
    private void header(String header, String value) {
        boolean expression = value.contains("#{") || value.contains("${");
        out.append(DEEPER + ".header(").append(JavaText.literal(header)).append(", ");
        out.append(expression ? "session -> " : "")
                .append(JavaText.literal(value))
                .append(")\n");
    }

    private static boolean feedsPaths(Endpoint endpoint) {
        return !feedsBodies(endpoint) && endpoint.calls().size() > 1;
    }

    private static boolean feedsBodies(Endpoint endpoint) {
        return endpoint.calls().stream().anyMatch(call -> call.body() != null);
    }

    private static String body(Call call) {
        String body = call.body();
        return body == null ? "" : body;
    }

    private static final String FRAME = """
                public %1$s() {
                    double rate = Double.parseDouble(System.getProperty("rate", "20"));
                    setUp(control.population(%2$s, rate, journey())).protocols(protocol());
                }

                /** One request per user, in an order that is the same in every run and has each request evenly spread. */
                private static ChainBuilder journey() {
                    int total = Arrays.stream(SHARES).sum();
                    int[] due = new int[SHARES.length];
                    List<Integer> cycle = new ArrayList<>();
                    while (cycle.size() < total) {
                        int next = 0;
                        for (int i = 0; i < SHARES.length; i++) {
                            due[i] += SHARES[i];
                            next = due[i] > due[next] ? i : next;
                        }
                        due[next] -= total;
                        cycle.add(next);
                    }
                    AtomicLong sent = new AtomicLong();
                    return exec(session -> session.set("request", cycle.get((int) (sent.getAndIncrement() %% cycle.size()))))
                            .exec(doSwitch("#{request}").on(
            %3$s));
                }

                private static HttpProtocolBuilder protocol() {
                    return http.baseUrl(System.getProperty("flamegate.baseUrl", "http://localhost:%4$s"))
                            .acceptHeader("*/*")
                            .disableFollowRedirect()
                            .shareConnections();
                }
            """;

    private static final String PATHS = """

                /** Sets {@code path} to these in turn. */
                private static ChainBuilder paths(String... paths) {
                    return feed(listFeeder(Arrays.stream(paths)
                                    .map(path -> Map.<String, Object>of("path", path))
                                    .toList())
                            .circular());
                }
            """;

    private static final String CALLS = """

                /** Sets {@code path} and {@code body} to these in turn: each path is followed by its body. */
                private static ChainBuilder calls(String... pathsAndBodies) {
                    List<Map<String, Object>> rows = new ArrayList<>();
                    for (int i = 0; i < pathsAndBodies.length; i += 2) {
                        rows.add(Map.of("path", pathsAndBodies[i], "body", pathsAndBodies[i + 1]));
                    }
                    return feed(listFeeder(rows).circular());
                }
            """;
}
