package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Node.Kind;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The servers next to the target: those that a container run starts, and those that an attached run queries.
 *
 * @param images container images in place of the usual ones, by {@code jre}, {@code prometheus} and {@code pyroscope}
 * @param grafana where profiles can be viewed; {@code null} for none
 */
public record ServersSpec(
        Map<String, String> images,
        PrometheusSpec prometheus,
        PyroscopeSpec pyroscope,
        @Nullable GrafanaSpec grafana) {
    static final List<String> IMAGE_KEYS = List.of("jre", "prometheus", "pyroscope");
    static final List<String> PROMETHEUS_KEYS = List.of("url", "headers", "bearer-from", "basic-from", "selector");
    static final List<String> PYROSCOPE_KEYS =
            List.of("url", "headers", "bearer-from", "basic-from", "application", "labels");
    static final List<String> GRAFANA_KEYS = List.of("url", "source");

    private static final List<String> FOR_A_SERVER = List.of("headers", "bearer-from", "basic-from");
    private static final String DEFAULT_SOURCE = "pyroscope";
    static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";
    private static final String LABEL = "[A-Za-z_][A-Za-z0-9_.]*";
    private static final String MATCHER =
            "\\s*+[A-Za-z_][A-Za-z0-9_]*+\\s*+(?:=~|=|!=|!~)\\s*+\"(?:[^\"\\\\]|\\\\.)*+\"\\s*+";

    public ServersSpec {
        images = Collections.unmodifiableMap(new LinkedHashMap<>(images));
    }

    /**
     * A server that is queried over HTTP. Only the names of credentials are here; their values come from the
     * environment, so that a plan contains no secret.
     *
     * @param url base URL, including the path the server is mounted at
     * @param headers sent with every request, such as a tenant's name
     * @param bearerFrom environment variable with a bearer token; {@code null} for none
     * @param basicFrom environment variable with {@code USER:PASSWORD}; {@code null} for none
     */
    public record ServerSpec(
            String url,
            Map<String, String> headers,
            @Nullable String bearerFrom,
            @Nullable String basicFrom) {
        public ServerSpec {
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
            if (bearerFrom != null && basicFrom != null) {
                throw new IllegalArgumentException(bearerFrom + ", " + basicFrom + ": a server takes only one of them");
            }
        }
    }

    /**
     * Prometheus, or a server with its API.
     *
     * @param used false if the gate is to scrape the target's metrics itself
     * @param server one that is already running; {@code null} to start one with a container, or to scrape an attached
     *     target directly
     * @param selector label matchers of the target's series, without braces: {@code job="shop",pod=~"shop-.*"}; empty
     *     for all
     */
    public record PrometheusSpec(boolean used, @Nullable ServerSpec server, String selector) {}

    /**
     * Pyroscope.
     *
     * @param used false if profiles go only to the gate
     * @param server one that is already running; {@code null} to start one with a container
     * @param application name under which profiles are stored; {@code null} for the service's
     * @param labels that select the target's profiles, and are added to those that are sent
     */
    public record PyroscopeSpec(
            boolean used,
            @Nullable ServerSpec server,
            @Nullable String application,
            Map<String, String> labels) {
        public PyroscopeSpec {
            labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        }
    }

    /**
     * Grafana, for links.
     *
     * @param url base URL
     * @param source id of its Pyroscope data source
     */
    public record GrafanaSpec(String url, String source) {}

    /** The names of the variables with the credentials of the servers. */
    public List<String> credentials() {
        return Stream.of(prometheus.server(), pyroscope.server())
                .filter(Objects::nonNull)
                .flatMap(server -> Stream.of(server.bearerFrom(), server.basicFrom()))
                .filter(Objects::nonNull)
                .toList();
    }

    /** Reads the servers from the plan file; wrong values are recorded as problems and replaced by the default. */
    static ServersSpec read(Section file) {
        return new ServersSpec(
                images(file.section("images", IMAGE_KEYS)), prometheus(file), pyroscope(file), grafana(file));
    }

    private static Map<String, String> images(Section images) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String key : IMAGE_KEYS) {
            images.read(key, Value::text).ifPresent(image -> found.put(key, image));
        }
        return found;
    }

    private static PrometheusSpec prometheus(Section file) {
        if (isOff(file, "prometheus")) {
            return new PrometheusSpec(false, null, "");
        }
        Section section = file.section("prometheus", PROMETHEUS_KEYS);
        return new PrometheusSpec(true, server(section), section.read("selector", "", ServersSpec::selector));
    }

    private static PyroscopeSpec pyroscope(Section file) {
        if (isOff(file, "pyroscope")) {
            return new PyroscopeSpec(false, null, null, Map.of());
        }
        Section section = file.section("pyroscope", PYROSCOPE_KEYS);
        return new PyroscopeSpec(
                true,
                server(section),
                section.read("application", Value::text).orElse(null),
                section.read("labels", Map.of(), ServersSpec::labels));
    }

    private static @Nullable GrafanaSpec grafana(Section file) {
        Section section = file.section("grafana", GRAFANA_KEYS);
        String source = section.read("source", DEFAULT_SOURCE, Value::text);
        return section.read("url", Value::httpUrl)
                .map(url -> new GrafanaSpec(url, source))
                .orElse(null);
    }

    private static boolean isOff(Section file, String key) {
        return file.value(key).orElse(null) instanceof Scalar scalar
                && scalar.kind() == Kind.BOOLEAN
                && scalar.value().equals("false");
    }

    /** The server of a section; {@code null} if it names none. */
    private static @Nullable ServerSpec server(Section section) {
        Map<String, String> headers = section.read("headers", Map.of(), Value::settings);
        String bearer = section.read("bearer-from", ServersSpec::variable).orElse(null);
        String basic = section.read("basic-from", ServersSpec::variable).orElse(null);
        if (bearer != null && basic != null) {
            section.problems()
                    .add(
                            section.at("basic-from"),
                            "`" + section.qualified("basic-from") + "` cannot be combined with `bearer-from`");
            basic = null;
        }
        if (FOR_A_SERVER.stream().anyMatch(section::has)) {
            section.require("url", "the address of the server");
        }
        String url = section.read("url", Value::httpUrl).orElse(null);
        return url == null ? null : new ServerSpec(url, headers, bearer, basic);
    }

    private static Optional<String> variable(Value value) {
        Optional<String> name = value.text();
        if (name.isPresent() && !name.get().matches(VARIABLE)) {
            value.wrong("the name of an environment variable that contains the secret, such as `PROMETHEUS_TOKEN`");
            return Optional.empty();
        }
        return name;
    }

    private static Optional<String> selector(Value value) {
        Optional<String> text = value.text();
        if (text.isPresent() && !text.get().matches(MATCHER + "(?:," + MATCHER + ")*+,?\\s*")) {
            value.wrong("label matchers without braces, such as `job=\"shop\", pod=~\"shop-.*\"`");
            return Optional.empty();
        }
        return text;
    }

    static Optional<Map<String, String>> labels(Value value) {
        Optional<Map<String, String>> labels = value.settings();
        for (String name : labels.orElse(Map.of()).keySet()) {
            if (!name.matches(LABEL)) {
                value.wrong("labels, whose names are letters, digits, dots and underscores");
                return Optional.empty();
            }
        }
        return labels;
    }
}
