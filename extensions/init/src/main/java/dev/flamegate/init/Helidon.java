package dev.flamegate.init;

import dev.flamegate.init.Endpoints.Place;
import java.util.List;
import java.util.regex.Pattern;

/** Helidon SE and MP: a jar with its libraries next to it. Both read {@code server.port} from system properties. */
final class Helidon implements Framework {
    private static final int PORT_OF_MP = 7001;
    private static final int JAVA_OF_4 = 21;

    /** The version of the parent, of a bill of materials, or of a property. */
    private static final Pattern FROM_4 = Pattern.compile("(?:<groupId>io\\.helidon[\\w.]*</groupId>\\s*"
            + "<artifactId>[\\w-]+</artifactId>\\s*<version>|helidon[.-]?version\\W+|io\\.helidon:[\\w-]+:)"
            + "(?:[4-9]|\\d{2,})\\.");

    @Override
    public String title() {
        return "Helidon";
    }

    @Override
    public List<String> marks() {
        return List.of("io.helidon");
    }

    @Override
    public List<String> packaging() {
        return List.of();
    }

    /** The parent of Helidon's applications leaves the version out of the name. */
    @Override
    public String jar(Build build, Settings settings) {
        boolean named = build.jarName().isEmpty() && build.declares("<groupId>io.helidon.applications</groupId>");
        return named ? build.jar(build.name()) : build.completeJar();
    }

    /** The libraries are copied by a task of the build's own, on which this one depends. */
    @Override
    public String task(Build build) {
        return build.declares("shadow") ? "shadowJar" : "assemble";
    }

    @Override
    public int java(Build build) {
        return FROM_4.matcher(build.text()).find() ? JAVA_OF_4 : 0;
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        boolean microProfile = build.declares("io.helidon.microprofile", "helidon-microprofile", "helidon-mp<");
        int usual = microProfile ? PORT_OF_MP : Findings.USUAL_PORT;
        int port = Findings.port(settings.get("server.port").orElse(""), usual);
        found.portByOption(port, "-Dserver.port={port}");
        if (microProfile) {
            microProfile(build, found);
        } else {
            standard(build, settings, found);
        }
    }

    /** The bundle that is called as its group brings health and metrics along. */
    private static void microProfile(Build build, Findings found) {
        boolean bundle = build.declares(
                "<artifactId>helidon-microprofile</artifactId>", ":helidon-microprofile\"", ":helidon-microprofile'");
        if (bundle || build.declares("helidon-microprofile-health")) {
            found.health(Place.at("/health/ready"), "MicroProfile Health's");
        } else {
            found.noHealth("helidon-microprofile-health");
        }
        if (bundle || build.declares("helidon-microprofile-metrics")) {
            found.metrics(Place.at("/metrics"), "MicroProfile Metrics'");
        } else {
            found.noMetrics(" without helidon-microprofile-metrics");
        }
    }

    private static void standard(Build build, Settings settings, Findings found) {
        String observe = settings.path("server.features.observe.endpoint", "/observe");
        if (build.declares("helidon-webserver-observe-health")) {
            found.health(Place.at(observe + "/health/ready"), "the observe feature's");
        } else if (build.sources().contain("HealthSupport")) { // Before Helidon 4.
            found.health(Place.at("/health/ready"), "HealthSupport's, found in the sources");
        } else {
            found.noHealth("helidon-webserver-observe-health");
        }
        if (build.declares("helidon-webserver-observe-metrics")) {
            found.metrics(Place.at(observe + "/metrics"), "the observe feature's");
        } else if (build.sources().contain("MetricsSupport")) {
            found.metrics(Place.at("/metrics"), "MetricsSupport's, found in the sources");
        } else {
            found.noMetrics(" without helidon-webserver-observe-metrics");
        }
    }
}
