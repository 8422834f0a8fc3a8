package dev.flamegate.init;

import java.util.List;

/** What a service is built on, which says where its port, its health and its metrics are. */
enum Framework {
    SPRING_BOOT("Spring Boot", List.of("spring-boot-maven-plugin", "org.springframework.boot", "spring-boot-starter")),
    QUARKUS("Quarkus", List.of("quarkus-maven-plugin", "io.quarkus")),
    MICRONAUT("Micronaut", List.of("micronaut-maven-plugin", "io.micronaut")),
    PLAIN("no framework known here", List.of());

    private final String title;
    private final List<String> marks;

    Framework(String title, List<String> marks) {
        this.title = title;
        this.marks = marks;
    }

    static Framework of(Build build) {
        for (Framework framework : values()) {
            if (framework.marks.stream().anyMatch(build::declares)) {
                return framework;
            }
        }
        return PLAIN;
    }

    /** For people. */
    String title() {
        return title;
    }
}
