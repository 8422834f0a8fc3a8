package dev.flamegate.init;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects a framework's findings about a service, with a sentence for people about each. */
final class Findings {
    static final int USUAL_PORT = 8080;

    /** A URL of a known kind of program on another port or machine; what stands before the {@code @} is a secret. */
    private static final Pattern NEIGHBOUR = Pattern.compile("^(?:jdbc:|r2dbc:(?:pool:)?)?"
            + "(postgres(?:ql)?|mysql|mariadb|sqlserver|oracle|db2|mongodb|rediss?|amqps?|nats)(?:\\+srv|:thin)?:"
            + "(?://|@/*)(?:[^/@\\s]*@)?([\\w.-]+(?::\\d+)?)");

    private final Optional<Route> route;
    private final List<String> guesses = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final List<String> javaOptions = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();
    private int port = USUAL_PORT;
    private String health = "/";
    private @Nullable String metrics;
    private String context = "";

    /**
     * Starts without findings.
     *
     * @param route that the sources have; empty where none was found
     */
    Findings(Optional<Route> route) {
        this.route = route;
    }

    /** A valid port; otherwise the usual one, such as for 0. */
    static int port(String text, int usual) {
        int port = text.strip().matches("\\d{1,5}") ? Integer.parseInt(text.strip()) : 0;
        return port >= 1 && port <= 65535 ? port : usual;
    }

    /** The port of a setting, or 8080. */
    static int port(Settings settings, String key) {
        return port(settings.get(key).orElse(""), USUAL_PORT);
    }

    /** The path before every request. */
    Findings under(String context) {
        this.context = context;
        return this;
    }

    /** The port, set by an option of the JVM, such as <code>-Dport={port}</code>. */
    Findings portByOption(int number, String option) {
        javaOptions.add(option);
        return port(number, ", set by " + name(option));
    }

    /** The port, set by an argument, such as <code>--port={port}</code>. */
    Findings portByArgument(int number, String argument) {
        arguments.add(argument);
        return port(number, ", set by " + name(argument));
    }

    Findings portByVariable(int number, String variable) {
        environment.put(variable, "{port}");
        return port(number, ", set by " + variable);
    }

    /** A port that cannot be set. */
    Findings fixedPort(int number, String why) {
        missing.add("A way to give the service another port, for `compare` (`run` works without): " + why
                + " See {port} in docs/plan.md.");
        return port(number, "");
    }

    private Findings port(int number, String how) {
        port = number;
        guesses.add("Port: " + number + how);
        return this;
    }

    private static String name(String option) {
        return option.replaceFirst("[=:]?\\{port}$", "");
    }

    Findings argument(String argument) {
        arguments.add(argument);
        return this;
    }

    /** An endpoint that tells whether the service is up. */
    Findings health(String path, String what) {
        health = path;
        guesses.add("Health: " + what);
        return this;
    }

    /**
     * Notes that no health endpoint is known: a request has to do.
     *
     * @param without what the build would have to declare; empty for nothing in particular
     */
    Findings noHealth(String without) {
        String path = context + route.map(Route::path).orElse("/");
        health = path;
        guesses.add("Health: none known" + (without.isEmpty() ? "" : " without " + without) + ", so " + path
                + route.map(found -> ", found in " + found.source()).orElse("")
                + "; correct it if that answers with 404");
        return this;
    }

    Findings metrics(String path, String what) {
        metrics = path;
        guesses.add("Metrics: " + what);
        return this;
    }

    Findings noMetrics(String why) {
        guesses.add("Metrics: none" + why);
        return this;
    }

    /** Every database or broker elsewhere that the settings name. */
    Findings neighbours(Settings settings) {
        new TreeMap<>(settings.values()).forEach((key, value) -> {
            boolean otherProfile = key.startsWith("%") && !key.startsWith("%prod."); // Quarkus
            Matcher address = NEIGHBOUR.matcher(value);
            if (!otherProfile && address.find()) {
                missing.add("What stands beside the service: " + address.group(1) + " at " + address.group(2)
                        + " (" + key + "). Start it first, or let the plan start it: see beside: in"
                        + " docs/plan.md.");
            }
        });
        return this;
    }

    /** Adds a further finding, a sentence. */
    Findings note(String guess) {
        guesses.add(guess);
        return this;
    }

    /** Adds something that a person has to supply before a run works, in a sentence or more. */
    Findings missing(String what) {
        missing.add(what);
        return this;
    }

    Endpoints endpoints() {
        return new Endpoints(
                port,
                health,
                metrics,
                route.map(found -> context + found.path()).orElse(health),
                arguments,
                javaOptions,
                environment);
    }

    List<String> guesses() {
        return List.copyOf(guesses);
    }

    /** The missing things, the most important first. */
    List<String> missing() {
        return List.copyOf(missing);
    }
}
