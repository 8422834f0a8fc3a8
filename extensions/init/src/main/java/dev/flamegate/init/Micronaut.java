package dev.flamegate.init;

import java.util.List;

/** Micronaut: a shaded jar, and the endpoints of its management module. */
final class Micronaut implements Framework {
    @Override
    public String title() {
        return "Micronaut";
    }

    @Override
    public List<String> marks() {
        return List.of("micronaut-maven-plugin", "io.micronaut");
    }

    @Override
    public List<String> packaging() {
        return List.of();
    }

    @Override
    public String jar(Build build, Settings settings) {
        boolean suffix = build.tool() == Build.Tool.GRADLE && build.jarName().isEmpty();
        return build.jar(build.baseName() + (suffix ? "-all" : ""));
    }

    @Override
    public String task(Build build) {
        return "shadowJar";
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        String context = settings.path("micronaut.server.context-path");
        boolean health = build.declares("micronaut-management");
        found.under(context).portByVariable(Findings.port(settings, "micronaut.server.port"), "MICRONAUT_SERVER_PORT");
        if (health) {
            found.health(context + "/health", "the management module's");
        } else {
            found.noHealth("micronaut-management");
        }
        if (health && build.declares("micronaut-micrometer-registry-prometheus")) {
            found.metrics(context + "/prometheus", "Micrometer's; the endpoint must not be sensitive");
        } else {
            found.noMetrics(" without micronaut-micrometer-registry-prometheus");
        }
    }
}
