package dev.flamegate.init;

import dev.flamegate.init.Endpoints.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Dropwizard: {@code server CONFIGURATION} as arguments, connectors that system properties with the prefix {@code dw}
 * override, and health on the port for administration.
 */
final class Dropwizard implements Framework {
    private static final String PREFIX = "-Ddw.server.";
    private static final String ADMIN = "{port:admin}";
    private static final List<String> FOLDERS =
            List.of("", "config", "conf", "src/config", "src/main/config", "src/main/resources");

    @Override
    public String title() {
        return "Dropwizard";
    }

    @Override
    public List<String> marks() {
        return List.of("dropwizard-core", "dropwizard-bom", "dropwizard-dependencies", "dropwizard.core");
    }

    @Override
    public List<String> packaging() {
        return List.of("maven-shade-plugin", "shadow", "jar-with-dependencies");
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        Optional<Path> file = configuration(build);
        Settings server = file.map(Settings::read).orElseGet(Settings::none);
        found.argument("server");
        file.map(path -> name(build, path)).ifPresent(found::argument);
        found.note(file.map(path -> "Configuration: " + name(build, path))
                .orElse("Configuration: none found, so Dropwizard's defaults; name its file after `server` in"
                        + " arguments"));
        boolean simple = server.get("server.type").filter("simple"::equals).isPresent();
        boolean listed = server.has("server.applicationConnectors[0]") && server.has("server.adminConnectors[0]");
        if (simple) {
            onePort(server, found, server.path("server.applicationContextPath", "/application"));
        } else if (listed || file.isEmpty()) {
            twoPorts(server, found);
        } else {
            // System properties change the connectors of a file, but cannot add the first one.
            found.option(PREFIX + "type=simple")
                    .option(PREFIX + "connector.type=http")
                    .option(PREFIX + "applicationContextPath=/");
            onePort(server, found, server.path("server.applicationContextPath", ""));
        }
        found.neighbours(server);
        found.noMetrics(": those of the port for administration are not in Prometheus' format");
    }

    private static void onePort(Settings server, Findings found, String context) {
        found.under(context + root(server))
                .portByOption(Findings.port(server, "server.connector.port"), PREFIX + "connector.port={port}")
                .health(
                        Place.at(server.path("server.adminContextPath", "/admin") + "/healthcheck"),
                        "the health checks of the administration");
    }

    private static void twoPorts(Settings server, Findings found) {
        int own = own(server);
        String key = "server.applicationConnectors[" + own + "]";
        found.under(server.path("server.applicationContextPath", "") + root(server))
                .portByOption(
                        Findings.port(server, key + ".port"),
                        PREFIX + "applicationConnectors[" + own + "].port={port}");
        if (server.has(key) && !isPlain(server, own)) {
            found.missing("A connector without TLS: add one of `type: http` to server: applicationConnectors.");
        }
        further(server, "applicationConnectors", own, "{port:application-%d}").forEach(found::option);
        found.option(PREFIX + "adminConnectors[0].port=" + ADMIN);
        further(server, "adminConnectors", 0, "{port:admin-%d}").forEach(found::option);
        found.health(
                new Place(server.path("server.adminContextPath", "") + "/healthcheck", ADMIN),
                "the health checks on the port for administration");
    }

    /** The first connector without TLS; the first of all where each has it. */
    private static int own(Settings server) {
        for (int i = 0; server.has("server.applicationConnectors[" + i + "]"); i++) {
            if (isPlain(server, i)) {
                return i;
            }
        }
        return 0;
    }

    private static boolean isPlain(Settings server, int connector) {
        return server.get("server.applicationConnectors[" + connector + "].type")
                .filter(type -> type.equals("http") || type.equals("h2c"))
                .isPresent();
    }

    /** Options that give each connector but one a separate free port. */
    private static List<String> further(Settings server, String connectors, int but, String port) {
        return Stream.iterate(0, i -> server.has("server." + connectors + "[" + i + "]"), i -> i + 1)
                .filter(i -> i != but)
                .map(i -> PREFIX + connectors + "[" + i + "].port=" + port.formatted(i))
                .toList();
    }

    private static String root(Settings server) {
        return server.get("server.rootPath").orElse("").replaceFirst("/?\\*?$", "");
    }

    private static String name(Build build, Path file) {
        return build.root().relativize(file).toString().replace('\\', '/');
    }

    /**
     * The first YAML file that sets up a server; otherwise the first that sets up logging as Dropwizard does; otherwise
     * the first with a key that the service's own class of its configuration contains.
     */
    private static Optional<Path> configuration(Build build) {
        List<Path> files = FOLDERS.stream()
                .flatMap(place -> yaml(build.folder().resolve(place)).stream())
                .toList();
        return first(files, key -> key.startsWith("server."))
                .or(() -> first(files, key -> key.startsWith("logging.")))
                .or(() -> first(files, key -> isOwn(build, key.split("[.\\[]", 2)[0])));
    }

    private static Optional<Path> first(List<Path> files, Predicate<String> key) {
        return files.stream()
                .filter(file -> Settings.read(file).values().keySet().stream().anyMatch(key))
                .findFirst();
    }

    private static boolean isOwn(Build build, String key) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(key) + "\\b");
        return build.sources().all().stream()
                .map(Sources.Source::text)
                .anyMatch(text -> text.contains("extends Configuration")
                        && word.matcher(text).find());
    }

    private static List<Path> yaml(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("[^.].*\\.ya?ml"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
