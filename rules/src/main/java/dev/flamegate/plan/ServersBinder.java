package dev.flamegate.plan;

import dev.flamegate.plan.Node.Kind;
import dev.flamegate.plan.Node.Scalar;
import dev.flamegate.plan.ServersSpec.GrafanaSpec;
import dev.flamegate.plan.ServersSpec.PrometheusSpec;
import dev.flamegate.plan.ServersSpec.PyroscopeSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the sections {@code images}, {@code prometheus}, {@code pyroscope} and {@code grafana} of a plan. */
final class ServersBinder {
    static final List<String> IMAGE_KEYS = List.of("jre", "prometheus", "pyroscope");
    static final List<String> PROMETHEUS_KEYS = List.of("url", "headers", "bearer-from", "basic-from", "selector");
    static final List<String> PYROSCOPE_KEYS =
            List.of("url", "headers", "bearer-from", "basic-from", "application", "labels");
    static final List<String> GRAFANA_KEYS = List.of("url", "source");

    private static final List<String> FOR_A_SERVER = List.of("headers", "bearer-from", "basic-from");
    private static final String DEFAULT_SOURCE = "pyroscope";
    private static final String VARIABLE = "[A-Za-z_][A-Za-z0-9_]*";
    private static final String LABEL = "[A-Za-z_][A-Za-z0-9_.]*";
    private static final String MATCHER = "\\s*[A-Za-z_][A-Za-z0-9_]*\\s*(=|!=|=~|!~)\\s*\"(\\\\.|[^\"\\\\])*\"\\s*";

    private ServersBinder() {}

    static ServersSpec bind(Section file) {
        return new ServersSpec(
                images(file.section("images", IMAGE_KEYS)), prometheus(file), pyroscope(file), grafana(file));
    }

    private static Map<String, String> images(Section images) {
        Map<String, String> found = new LinkedHashMap<>();
        for (String key : IMAGE_KEYS) {
            images.read(key, Values::text).ifPresent(image -> found.put(key, image));
        }
        return found;
    }

    private static PrometheusSpec prometheus(Section file) {
        if (isOff(file, "prometheus")) {
            return new PrometheusSpec(false, null, "");
        }
        Section section = file.section("prometheus", PROMETHEUS_KEYS);
        return new PrometheusSpec(true, server(section), section.read("selector", "", ServersBinder::selector));
    }

    private static PyroscopeSpec pyroscope(Section file) {
        if (isOff(file, "pyroscope")) {
            return new PyroscopeSpec(false, null, null, Map.of());
        }
        Section section = file.section("pyroscope", PYROSCOPE_KEYS);
        return new PyroscopeSpec(
                true,
                server(section),
                section.read("application", Values::text).orElse(null),
                section.read("labels", Map.of(), ServersBinder::labels));
    }

    private static @Nullable GrafanaSpec grafana(Section file) {
        Section section = file.section("grafana", GRAFANA_KEYS);
        String source = section.read("source", DEFAULT_SOURCE, Values::text);
        return section.read("url", Values::httpUrl)
                .map(url -> new GrafanaSpec(url, source))
                .orElse(null);
    }

    private static boolean isOff(Section file, String key) {
        return file.value(key).orElse(null) instanceof Scalar scalar
                && scalar.kind() == Kind.BOOLEAN
                && scalar.value().equals("false");
    }

    /** The server of a section; {@code null} when it names none. */
    private static @Nullable ServerSpec server(Section section) {
        Map<String, String> headers = section.read("headers", Map.of(), Values::settings);
        String bearer = section.read("bearer-from", ServersBinder::variable).orElse(null);
        String basic = section.read("basic-from", ServersBinder::variable).orElse(null);
        if (bearer != null && basic != null) {
            section.problems()
                    .add(
                            section.at("basic-from"),
                            "`" + section.qualified("basic-from") + "` stands beside `bearer-from`: one of them");
            basic = null;
        }
        if (FOR_A_SERVER.stream().anyMatch(section::has)) {
            section.require("url", "the server that the rest is for");
        }
        String url = section.read("url", Values::httpUrl).orElse(null);
        return url == null ? null : new ServerSpec(url, headers, bearer, basic);
    }

    private static Optional<String> variable(Value value) {
        Optional<String> name = Values.text(value);
        if (name.isPresent() && !name.get().matches(VARIABLE)) {
            value.wrong("the name of an environment variable that holds the secret, as `PROMETHEUS_TOKEN`");
            return Optional.empty();
        }
        return name;
    }

    private static Optional<String> selector(Value value) {
        Optional<String> text = Values.text(value);
        if (text.isPresent() && !text.get().matches(MATCHER + "(," + MATCHER + ")*,?\\s*")) {
            value.wrong("label matchers without braces, as `job=\"shop\", pod=~\"shop-.*\"`");
            return Optional.empty();
        }
        return text;
    }

    /** Names of labels with their values. */
    static Optional<Map<String, String>> labels(Value value) {
        Optional<Map<String, String>> labels = Values.settings(value);
        for (String name : labels.orElse(Map.of()).keySet()) {
            if (!name.matches(LABEL)) {
                value.wrong("labels, whose names are letters, digits, points and underscores");
                return Optional.empty();
            }
        }
        return labels;
    }
}
