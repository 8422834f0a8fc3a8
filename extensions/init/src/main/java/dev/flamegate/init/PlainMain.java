package dev.flamegate.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A service on no framework known here: everything is looked for in its sources, and its port also in a Dockerfile. */
final class PlainMain implements Framework {
    private static final List<String> HEALTH = List.of(
            "/health/ready", "/health", "/healthz", "/readyz", "/ready", "/healthcheck", "/health-check", "/ping");
    private static final List<String> METRICS = List.of("/metrics", "/prometheus");

    /** The variable, and the number that follows it closely, as in {@code getOrDefault("PORT", "8080")}. */
    private static final Pattern VARIABLE =
            Pattern.compile("\"((?:SERVER_|HTTP_|APP_|WEB_|LISTEN_)?PORT)\"(?:[^;{}]{0,60}?\\b(\\d{4,5})\\b)?");

    private static final Pattern PROPERTY = Pattern.compile(
            "get(?:Integer|Property)\\(\\s*\"((?:[\\w-]++\\.)*+port)\"(?:[^;{}]{0,60}?\\b(\\d{4,5})\\b)?");
    private static final Pattern LISTENS =
            Pattern.compile("(?:InetSocketAddress|listen|start|port|bind|addHttpListener)\\s*\\(\\s*(\\d{4,5})\\b");
    private static final Pattern EXPOSE = Pattern.compile("(?im)^\\s*EXPOSE\\s+(\\d{1,5})");

    @Override
    public String title() {
        return "no framework known here";
    }

    @Override
    public List<String> marks() {
        return List.of();
    }

    @Override
    public List<String> packaging() {
        return List.of("maven-shade-plugin", "jar-with-dependencies", "shadow", "Main-Class", "<mainClass>");
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        port(build, found);
        endpoints(build, found);
    }

    /** The port: from a variable or property that the sources read, or fixed. */
    private static void port(Build build, Findings found) {
        Optional<MatchResult> variable = build.sources().find(VARIABLE);
        Optional<MatchResult> property = build.sources().find(PROPERTY);
        String fixed = exposed(build)
                .or(() -> build.sources().find(LISTENS).map(match -> match.group(1)))
                .orElse("");
        if (variable.isPresent()) {
            found.portByVariable(number(variable.get(), fixed), variable.get().group(1));
        } else if (property.isPresent()) {
            found.portByOption(
                    number(property.get(), fixed), "-D" + property.get().group(1) + "={port}");
        } else {
            found.fixedPort(
                    Findings.port(fixed, Findings.USUAL_PORT),
                    "the sources read neither a variable such as PORT nor a system property such as port; make"
                            + " them read one.");
        }
    }

    private static int number(MatchResult match, String otherwise) {
        String inSources = match.group(2) == null ? "" : match.group(2);
        return Findings.port(inSources, Findings.port(otherwise, Findings.USUAL_PORT));
    }

    /** Health and metrics: paths that the sources contain. */
    private static void endpoints(Build build, Findings found) {
        Predicate<String> there = path -> build.sources().contain("\"" + path + "\"");
        HEALTH.stream()
                .filter(there)
                .findFirst()
                .ifPresentOrElse(path -> found.health(path, path + ", found in the sources"), () -> found.noHealth(""));
        METRICS.stream()
                .filter(there)
                .findFirst()
                .ifPresentOrElse(
                        path -> found.metrics(path, path + ", found in the sources"), () -> found.noMetrics(" known"));
    }

    private static Optional<String> exposed(Build build) {
        for (Path folder : Stream.of(build.folder(), build.root()).distinct().toList()) {
            try {
                Matcher expose = EXPOSE.matcher(Files.readString(folder.resolve("Dockerfile")));
                if (expose.find()) {
                    return Optional.of(expose.group(1));
                }
            } catch (IOException e) {
                // The file is missing, or is not text.
            }
        }
        return Optional.empty();
    }
}
