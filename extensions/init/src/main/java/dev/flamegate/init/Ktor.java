package dev.flamegate.init;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Ktor: an {@code EngineMain}, which reads a configuration and arguments, or a server that the sources set up. */
final class Ktor implements Framework {
    private static final Pattern SET_UP =
            Pattern.compile("embeddedServer\\s*\\(\\s*[\\w.]+\\s*,\\s*(?:port\\s*=\\s*)?(\\d{2,5})\\b");

    @Override
    public String title() {
        return "Ktor";
    }

    /** The server's marks, not {@code io.ktor} alone: the client has that, too. */
    @Override
    public List<String> marks() {
        return List.of("io.ktor.plugin", "ktor-server", "ktor.server", "ktorLibs.server", "plugins.ktor");
    }

    @Override
    public List<String> packaging() {
        return List.of("io.ktor.plugin", "plugins.ktor", "shadow", "jar-with-dependencies", "maven-shade-plugin");
    }

    /** The Gradle plugin leaves the version out of the name. */
    @Override
    public String jar(Build build, Settings settings) {
        return hasPlugin(build) && build.jarName().isEmpty() ? build.jar(build.name() + "-all") : build.completeJar();
    }

    @Override
    public String task(Build build) {
        return hasPlugin(build) ? "buildFatJar" : Framework.super.task(build);
    }

    private static boolean hasPlugin(Build build) {
        return build.declares("io.ktor.plugin", "plugins.ktor");
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        boolean configured = build.declares("EngineMain") || build.sources().contain("EngineMain");
        if (configured) {
            found.under(settings.path("ktor.deployment.rootPath"))
                    .portByArgument(Findings.port(settings, "ktor.deployment.port"), "-port={port}");
        } else {
            Optional<MatchResult> fixed = build.sources().find(SET_UP);
            PlainMain.port(build, found, fixed.map(match -> match.group(1)));
        }
        PlainMain.endpoints(build, found);
    }
}
