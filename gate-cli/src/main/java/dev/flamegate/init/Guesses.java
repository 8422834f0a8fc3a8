package dev.flamegate.init;

import dev.flamegate.init.Build.Framework;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Guesses a service from one module, and explains each guess. */
final class Guesses {
    private static final int USUAL_PORT = 8080;
    private static final Pattern EXPOSE = Pattern.compile("(?im)^\\s*EXPOSE\\s+(\\d{1,5})");

    private final Build build;
    private final int modules;
    private final Framework framework;
    private final Settings settings;
    private final List<String> explanations = new ArrayList<>();

    Guesses(Build build, int modules) {
        this.build = build;
        this.modules = modules;
        framework = build.framework();
        settings = Settings.of(build.folder());
    }

    Service service() throws IOException {
        explanations.add(build.tool().title() + ", " + framework.title() + ": the service is "
                + (build.prefix().isEmpty()
                        ? build.name()
                        : build.prefix().replaceFirst("/$", "") + " (" + build.name() + ")")
                + (modules > 1 ? ", the most likely of " + modules + " modules" : ""));
        Artifact artifact = Artifact.of(build, framework);
        explanations.add(artifact.guess());
        Endpoints endpoints = endpoints();
        endpoints.guesses().forEach(explanations::add);
        Simulations.Found simulation = Simulations.find(build).orElse(null);
        if (simulation != null) {
            explanations.add("Simulation: " + simulation.name() + " (" + simulation.source()
                    + "); its classes should be in " + simulation.classes());
        }
        return new Service(
                build.name(),
                artifact.jar(),
                artifact.command(),
                endpoints.port(),
                endpoints.health(),
                endpoints.metrics(),
                endpoints.arguments(),
                endpoints.javaOptions(),
                endpoints.environment(),
                simulation == null ? null : new Service.Simulation(simulation.name(), simulation.classes()),
                explanations);
    }

    private Endpoints endpoints() throws IOException {
        return switch (framework) {
            case SPRING_BOOT -> springBoot();
            case QUARKUS -> quarkus();
            case MICRONAUT -> micronaut();
            case PLAIN -> plain();
        };
    }

    private Endpoints springBoot() {
        int port = port("server.port");
        String context = settings.path("server.servlet.context-path") + settings.path("spring.webflux.base-path");
        boolean separate = settings.get("management.server.port").isPresent();
        String actuator = context
                + settings.get("management.endpoints.web.base-path")
                        .orElse("/actuator")
                        .replaceFirst("/+$", "");
        boolean health = build.declares("spring-boot-starter-actuator");
        boolean prometheus = health && build.declares("micrometer-registry-prometheus");
        List<String> arguments = new ArrayList<>(List.of("--server.port={port}"));
        if (separate) {
            // The gate looks on the service's own port.
            arguments.add("--management.server.port={port}");
        }
        if (prometheus) {
            arguments.add("--management.endpoints.web.exposure.include=health,prometheus");
        }
        return new Endpoints(
                port,
                health ? actuator + "/health" : context + "/",
                prometheus ? actuator + "/prometheus" : null,
                arguments,
                List.of(),
                Map.of(),
                List.of(
                        "Port: " + port + ", set by --server.port",
                        health
                                ? "Health: the actuator's"
                                : "Health: none known without spring-boot-starter-actuator, so " + context
                                        + "/; correct it if that answers with 404",
                        prometheus
                                ? "Metrics: the actuator's, exposed by an argument"
                                : "Metrics: none without micrometer-registry-prometheus and the actuator; CPU and latency"
                                        + " are measured anyway"));
    }

    private Endpoints quarkus() {
        int port = port("quarkus.http.port");
        String root = settings.path("quarkus.http.root-path");
        String other = settings.get("quarkus.http.non-application-root-path")
                .orElse("q")
                .replaceAll("^/|/$", "");
        boolean health = build.declares("quarkus-smallrye-health");
        boolean metrics = build.declares("quarkus-micrometer") && build.declares("prometheus");
        return new Endpoints(
                port,
                health ? root + "/" + other + "/health/ready" : root + "/",
                metrics ? root + "/" + other + "/metrics" : null,
                List.of(),
                List.of("-Dquarkus.http.port={port}"),
                Map.of(),
                List.of(
                        "Port: " + port + ", set by -Dquarkus.http.port",
                        health
                                ? "Health: SmallRye Health's"
                                : "Health: none known without quarkus-smallrye-health, so " + root
                                        + "/; correct it if that answers with 404",
                        metrics
                                ? "Metrics: Micrometer's"
                                : "Metrics: none without quarkus-micrometer-registry-prometheus"));
    }

    private Endpoints micronaut() {
        int port = port("micronaut.server.port");
        String context = settings.path("micronaut.server.context-path");
        boolean health = build.declares("micronaut-management");
        boolean metrics = health && build.declares("micronaut-micrometer-registry-prometheus");
        return new Endpoints(
                port,
                context + (health ? "/health" : "/"),
                metrics ? context + "/prometheus" : null,
                List.of(),
                List.of(),
                Map.of("MICRONAUT_SERVER_PORT", "{port}"),
                List.of(
                        "Port: " + port + ", set by MICRONAUT_SERVER_PORT",
                        health
                                ? "Health: the management module's"
                                : "Health: none known without micronaut-management, so " + context
                                        + "/; correct it if that answers with 404",
                        metrics
                                ? "Metrics: Micrometer's; the endpoint must not be sensitive"
                                : "Metrics: none without micronaut-micrometer-registry-prometheus"));
    }

    private Endpoints plain() throws IOException {
        int port = exposed();
        boolean settable = build.sourcesContain("\"PORT\"");
        boolean health = build.sourcesContain("\"/health\"");
        boolean metrics = build.sourcesContain("\"/metrics\"");
        return new Endpoints(
                port,
                health ? "/health" : "/",
                metrics ? "/metrics" : null,
                List.of(),
                List.of(),
                settable ? Map.of("PORT", "{port}") : Map.of(),
                List.of(
                        "Port: " + port
                                + (settable
                                        ? ", set by PORT"
                                        : "; how to set another is unknown, but `compare` needs it: see {port} in"
                                                + " docs/plan.md"),
                        health
                                ? "Health: /health, found in the sources"
                                : "Health: none known, so /; correct it if that answers with 404",
                        metrics ? "Metrics: /metrics, found in the sources" : "Metrics: none known"));
    }

    private int exposed() throws IOException {
        for (Path folder : Stream.of(build.folder(), build.root()).distinct().toList()) {
            Path dockerfile = folder.resolve("Dockerfile");
            if (Files.isRegularFile(dockerfile)) {
                Matcher expose = EXPOSE.matcher(Files.readString(dockerfile));
                if (expose.find()) {
                    return valid(expose.group(1));
                }
            }
        }
        return USUAL_PORT;
    }

    private int port(String key) {
        return valid(settings.get(key).orElse(""));
    }

    /** A valid port; the usual one otherwise, such as for 0. */
    private static int valid(String text) {
        int port = text.strip().matches("\\d{1,5}") ? Integer.parseInt(text.strip()) : 0;
        return port >= 1 && port <= 65535 ? port : USUAL_PORT;
    }

    /** Where a service is queried, and how its port is set. */
    private record Endpoints(
            int port,
            String health,
            @Nullable String metrics,
            List<String> arguments,
            List<String> javaOptions,
            Map<String, String> environment,
            List<String> guesses) {}
}
