package dev.flamegate.init;

import java.util.List;

/** Quarkus: a jar with its libraries next to it (fast-jar) unless the build wants one with all, and SmallRye Health. */
final class Quarkus implements Framework {
    @Override
    public String title() {
        return "Quarkus";
    }

    @Override
    public List<String> marks() {
        return List.of("quarkus-maven-plugin", "io.quarkus");
    }

    @Override
    public List<String> packaging() {
        return List.of();
    }

    @Override
    public String jar(Build build, Settings settings) {
        boolean uber = build.declares("uber-jar")
                || settings.get("quarkus.package.jar.type")
                        .or(() -> settings.get("quarkus.package.type"))
                        .filter("uber-jar"::equals)
                        .isPresent();
        return build.output(uber ? build.baseName() + "-runner.jar" : "quarkus-app/quarkus-run.jar");
    }

    @Override
    public String task(Build build) {
        return "quarkusBuild";
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        String root = settings.path("quarkus.http.root-path");
        String other = root + "/"
                + settings.get("quarkus.http.non-application-root-path")
                        .orElse("q")
                        .replaceAll("^/|/$", "");
        found.under(root).portByOption(Findings.port(settings, "quarkus.http.port"), "-Dquarkus.http.port={port}");
        if (build.declares("quarkus-smallrye-health")) {
            found.health(other + "/health/ready", "SmallRye Health's");
        } else {
            found.noHealth("quarkus-smallrye-health");
        }
        if (build.declares("quarkus-micrometer") && build.declares("prometheus")) {
            found.metrics(other + "/metrics", "Micrometer's");
        } else {
            found.noMetrics(" without quarkus-micrometer-registry-prometheus");
        }
    }
}
