package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import dev.flamegate.init.simulation.Endpoint.Equal;
import dev.flamegate.init.simulation.Endpoint.Off;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reads the endpoints that an OpenAPI 3 or Swagger 2 document describes. Those that read get equal shares; one that
 * writes is sent only if its body is a documented example.
 */
final class OpenApi {
    /** Endpoints that are written; the first. */
    private static final int MOST_ENDPOINTS = 100;

    private static final int MOST_NAMED = 20;
    private static final List<String> METHODS = List.of("get", "head", "post", "put", "patch", "delete");

    private final ApiDocument document;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private final List<String> madeUp = new ArrayList<>();
    private final Set<String> secrets = new TreeSet<>();
    private int operations;

    private OpenApi(ApiDocument document) {
        this.document = document;
    }

    /**
     * The endpoints of a document.
     *
     * @param json whether it is JSON, otherwise YAML
     */
    static Traffic read(Path file, boolean json) throws IOException, UnusableTraffic {
        ApiDocument document = ApiDocument.read(file, json);
        String version = ApiDocument.text(document.get("openapi")) + ApiDocument.text(document.get("swagger"));
        if (!version.startsWith("3.") && !version.startsWith("2.")) {
            throw new UnusableTraffic("the document is of version `" + Names.visible(Names.cut(version, 20))
                    + "`; OpenAPI 3 and Swagger 2 can be read");
        }
        return new OpenApi(document).traffic(version.startsWith("2.") ? "a Swagger 2 document" : "an OpenAPI document");
    }

    private Traffic traffic(String kind) throws UnusableTraffic {
        String base = base();
        ApiDocument.map(document.get("paths")).forEach((path, item) -> {
            Map<String, Object> methods = document.resolved(item);
            for (String method : METHODS) {
                Map<String, Object> operation = document.resolved(methods.get(method));
                if (methods.get(method) instanceof Map && path.startsWith("/") && ++operations <= MOST_ENDPOINTS) {
                    new Operation(method, base + path, methods, operation).read();
                }
            }
        });
        String source = kind + " with " + Names.plural(operations, "operation");
        List<String> notes = notes();
        if (endpoints.stream().allMatch(endpoint -> endpoint.share() instanceof Off)) {
            throw new UnusableTraffic(
                    source + ", none of which can be sent as it is: those that write need an `example`"
                            + " of their body, and there are none that read");
        }
        List<Endpoint> ordered = new ArrayList<>(endpoints);
        ordered.sort((one, other) -> Boolean.compare(one.share() instanceof Off, other.share() instanceof Off));
        return Traffic.of(source, ordered, notes);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (operations > MOST_ENDPOINTS) {
            notes.add("Left out, beyond the first " + MOST_ENDPOINTS + ": "
                    + Names.plural(operations - MOST_ENDPOINTS, "operation"));
        }
        if (!madeUp.isEmpty()) {
            notes.add("Made up from their types, as the document has no example; put in what exists: " + named(madeUp));
        }
        if (!secrets.isEmpty()) {
            notes.add("Left out, secrets by their name: the parameters " + named(List.copyOf(secrets))
                    + "; pass them in an environment variable");
        }
        Map<String, Object> components = ApiDocument.map(document.get("components"));
        if (document.get("security") != null
                || components.containsKey("securitySchemes")
                || document.get("securityDefinitions") != null) {
            notes.add("The document describes credentials, which are not copied: see protocol() in the simulation");
        }
        return notes;
    }

    private static String named(List<String> names) {
        return names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "");
    }

    /** The path of the first server, without a slash at its end. */
    private String base() {
        List<?> servers = ApiDocument.list(document.get("servers"));
        String url = ApiDocument.text(document.get("basePath"));
        if (!servers.isEmpty()) {
            Map<String, Object> server = ApiDocument.map(servers.get(0));
            url = ApiDocument.text(server.get("url"));
            for (Map.Entry<String, Object> variable :
                    ApiDocument.map(server.get("variables")).entrySet()) {
                String value =
                        ApiDocument.text(ApiDocument.map(variable.getValue()).get("default"));
                url = url.replace("{" + variable.getKey() + "}", value);
            }
        }
        int host = url.startsWith("//") ? 2 : url.indexOf("://") >= 0 ? url.indexOf("://") + 3 : 0;
        int path = url.indexOf('/', host);
        String base = path < 0 ? "" : url.substring(path).replaceFirst("[?#].*", "");
        while (base.endsWith("/")) {
            base = base.substring(0, base.length() - 1);
        }
        return base;
    }

    /** One method of one path. */
    private final class Operation {
        private final String method;
        private final Map<String, Object> path;
        private final Map<String, Object> operation;
        private final String template;
        private final List<String> query = new ArrayList<>();
        private final Map<String, String> headers = new TreeMap<>();
        private String filled;
        private boolean isMadeUp;

        Operation(String method, String template, Map<String, Object> path, Map<String, Object> operation) {
            this.method = method.toUpperCase(Locale.ROOT);
            this.path = path;
            this.operation = operation;
            this.template = template;
            filled = template;
        }

        void read() {
            Map<String, Map<String, Object>> parameters = new LinkedHashMap<>();
            for (Map<String, Object> holder : List.of(path, operation)) {
                for (Object one : ApiDocument.list(holder.get("parameters"))) {
                    Map<String, Object> parameter = document.resolved(one);
                    parameters.put(parameter.get("in") + " " + parameter.get("name"), parameter);
                }
            }
            parameters.values().forEach(this::fill);
            filled = filled.replaceAll("\\{[^/{}]*}", "1");
            String target = RequestTarget.encoded(filled) + (query.isEmpty() ? "" : "?" + String.join("&", query));
            if (target.length() > RequestTarget.LONGEST || SecretNames.hasSecret(target)) {
                target = RequestTarget.encoded(template.replaceAll("\\{[^/{}]*}", "1"));
            }
            RequestBody body = RequestBody.of(document, operation, parameters.values());
            String name = PathTemplates.name(template);
            if (isMadeUp && !(share(body) instanceof Off)) {
                madeUp.add(method + " " + name);
            }
            endpoints.add(new Endpoint(
                    method,
                    name,
                    share(body),
                    List.of(new Endpoint.Call(target, body.text())),
                    body.text() == null ? null : body.contentType(),
                    headers,
                    PathTemplates.statuses(method, document.resolved(operation.get("responses")))));
        }

        private Endpoint.Share share(RequestBody body) {
            if (method.equals("GET") || method.equals("HEAD")) {
                return new Equal();
            }
            if (method.equals("DELETE")) {
                return new Off("what was deleted is gone, so create it first");
            }
            return body.reason().isEmpty() ? new Equal() : new Off(body.reason());
        }

        private void fill(Map<String, Object> parameter) {
            String name = ApiDocument.text(parameter.get("name"));
            String in = ApiDocument.text(parameter.get("in"));
            boolean required = in.equals("path") || Boolean.TRUE.equals(parameter.get("required"));
            if (!required
                    || name.isEmpty()
                    || !Set.of("path", "query", "header").contains(in)) {
                return;
            }
            if (!in.equals("path") && SecretNames.isSecret(name)) {
                secrets.add(RequestTarget.shown(name));
                return;
            }
            SchemaExample example = new SchemaExample(document);
            String value = PathTemplates.written(example.of(parameter));
            isMadeUp |= example.isMadeUp() || example.hasSecret();
            switch (in) {
                case "path" -> filled = filled.replace("{" + name + "}", PathTemplates.component(value));
                case "query" -> query.add(PathTemplates.component(name) + "=" + PathTemplates.component(value));
                default -> header(name, value);
            }
        }

        private void header(String name, String value) {
            boolean managed =
                    Set.of("accept", "content-type", "host", "content-length").contains(name.toLowerCase(Locale.ROOT));
            if (!managed && name.matches("[A-Za-z0-9_-]{1,60}") && value.matches("[ -~]{0,200}")) {
                headers.put(name, value);
            }
        }
    }
}
