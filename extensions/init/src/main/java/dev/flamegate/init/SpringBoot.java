package dev.flamegate.init;

import java.util.List;

/** Spring Boot: an executable jar or war, and the actuator. */
final class SpringBoot implements Framework {
    @Override
    public String title() {
        return "Spring Boot";
    }

    @Override
    public List<String> marks() {
        return List.of("spring-boot-maven-plugin", "org.springframework.boot", "spring-boot-starter");
    }

    @Override
    public List<String> packaging() {
        return List.of("spring-boot-maven-plugin", "org.springframework.boot");
    }

    @Override
    public String jar(Build build, Settings settings) {
        String jar = build.jar(build.baseName());
        return build.declares("<packaging>war</packaging>") ? jar.replaceFirst("\\.jar$", ".war") : jar;
    }

    @Override
    public String task(Build build) {
        return "bootJar";
    }

    @Override
    public void describe(Build build, Settings settings, Findings found) {
        String context = settings.path("server.servlet.context-path") + settings.path("spring.webflux.base-path");
        String actuator = context + settings.path("management.endpoints.web.base-path", "/actuator");
        boolean health = build.declares("spring-boot-starter-actuator");
        boolean prometheus = health && build.declares("micrometer-registry-prometheus");
        found.under(context).portByArgument(Findings.port(settings, "server.port"), "--server.port={port}");
        if (settings.get("management.server.port").isPresent()) {
            found.argument("--management.server.port={port}"); // The gate looks on the service's own port.
        }
        if (health) {
            found.health(actuator + "/health", "the actuator's");
        } else {
            found.noHealth("spring-boot-starter-actuator");
        }
        if (prometheus) {
            found.argument("--management.endpoints.web.exposure.include=health,prometheus")
                    .metrics(actuator + "/prometheus", "the actuator's, exposed by an argument");
        } else {
            found.noMetrics(" without micrometer-registry-prometheus and the actuator; CPU and latency are measured"
                    + " anyway");
        }
    }
}
