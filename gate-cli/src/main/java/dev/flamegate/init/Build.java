package dev.flamegate.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One module of a build that may be the service.
 *
 * @param tool its build tool
 * @param root folder of the whole build
 * @param folder of the module, within {@code root} or the same
 * @param name of its artifact
 * @param version empty when it cannot be read from the build file
 * @param jarName name that the build file gives the jar, without its extension; empty for the usual name
 * @param text of the build file, for what it declares
 */
record Build(Tool tool, Path root, Path folder, String name, String version, String jarName, String text) {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 15;

    /** The build tool. */
    enum Tool {
        MAVEN("target"),
        GRADLE("build");

        private final String output;

        Tool(String output) {
            this.output = output;
        }

        /** Output folder, relative to the module's. */
        String output() {
            return output;
        }

        /** For people. */
        String title() {
            return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
        }
    }

    /** What a service is built on, which determines where its port, health and metrics are. */
    enum Framework {
        SPRING_BOOT(
                "Spring Boot", List.of("spring-boot-maven-plugin", "org.springframework.boot", "spring-boot-starter")),
        QUARKUS("Quarkus", List.of("quarkus-maven-plugin", "io.quarkus")),
        MICRONAUT("Micronaut", List.of("micronaut-maven-plugin", "io.micronaut")),
        PLAIN("no framework known here", List.of());

        private final String title;
        private final List<String> marks;

        Framework(String title, List<String> marks) {
            this.title = title;
            this.marks = marks;
        }

        /** For people. */
        String title() {
            return title;
        }
    }

    /** The framework that the build file declares. */
    Framework framework() {
        for (Framework framework : Framework.values()) {
            if (framework.marks.stream().anyMatch(this::declares)) {
                return framework;
            }
        }
        return Framework.PLAIN;
    }

    boolean declares(String word) {
        return text.contains(word);
    }

    /** The jar's usual name, without its extension. */
    String baseName() {
        return !jarName.isEmpty() ? jarName : version.isEmpty() ? name : name + "-" + version;
    }

    /** The module's folder as seen from the root, with a slash at its end; empty for the root itself. */
    String prefix() {
        String path = root.relativize(folder).toString().replace('\\', '/');
        return path.isEmpty() ? "" : path + "/";
    }

    /** Whether one of the first Java or Kotlin sources of the module contains one of the words. */
    boolean sourcesContain(String... words) {
        Path sources = folder.resolve("src/main");
        if (!Files.isDirectory(sources)) {
            return false;
        }
        try (Stream<Path> files = Files.find(
                sources, DEEPEST, (file, attributes) -> attributes.isRegularFile() && isSource(file.toString()))) {
            return files.limit(MOST_FILES).anyMatch(file -> Stream.of(words).anyMatch(text(file)::contains));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static boolean isSource(String name) {
        return name.endsWith(".java") || name.endsWith(".kt");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
