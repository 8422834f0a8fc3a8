package dev.flamegate.init;

import java.util.List;

final class Frameworks {
    private static final Framework PLAIN = new PlainMain();

    /** A build that uses several is the first one's. */
    private static final List<Framework> ALL = List.of(new SpringBoot(), new Quarkus(), new Micronaut());

    private Frameworks() {}

    static Framework of(Build build) {
        return ALL.stream()
                .filter(framework -> framework.marks().stream().anyMatch(build::declares))
                .findFirst()
                .orElse(PLAIN);
    }

    static boolean isKnown(Build build) {
        return of(build) != PLAIN;
    }
}
