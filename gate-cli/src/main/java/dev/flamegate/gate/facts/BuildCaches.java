package dev.flamegate.gate.facts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The places where builds on this machine keep fetched libraries: Maven's local repository and Gradle's cache.
 *
 * @param maven Maven's, {@code ~/.m2/repository} unless a build says otherwise
 * @param gradle Gradle's files, {@code caches/modules-2/files-2.1} in its user home
 */
public record BuildCaches(Path maven, Path gradle) {
    private static final String GRADLE_HOME = "GRADLE_USER_HOME";

    /** The caches of the user that the gate runs as. */
    public static BuildCaches ofUser(Map<String, String> environment) {
        Path home = Path.of(System.getProperty("user.home"));
        return new BuildCaches(
                home.resolve(".m2/repository"),
                Optional.ofNullable(environment.get(GRADLE_HOME))
                        .map(Path::of)
                        .orElse(home.resolve(".gradle"))
                        .resolve("caches/modules-2/files-2.1"));
    }

    /** The library's jar, without a classifier; empty if neither cache has it. */
    public Optional<Path> jar(MavenCoordinates library) {
        String file = library.artifact() + "-" + library.version() + ".jar";
        Path stored = maven.resolve(library.group().replace('.', '/'))
                .resolve(library.artifact())
                .resolve(library.version())
                .resolve(file);
        return Files.isRegularFile(stored) ? Optional.of(stored) : ofGradle(library, file);
    }

    /** The file in Gradle's cache, which has a folder for each checksum. */
    private Optional<Path> ofGradle(MavenCoordinates library, String file) {
        Path version =
                gradle.resolve(library.group()).resolve(library.artifact()).resolve(library.version());
        if (!Files.isDirectory(version)) {
            return Optional.empty();
        }
        try (Stream<Path> sums = Files.list(version)) {
            List<Path> found = sums.map(sum -> sum.resolve(file))
                    .filter(Files::isRegularFile)
                    .toList();
            return found.stream().findFirst();
        } catch (IOException e) {
            return Optional.empty(); // a cache that is being cleaned
        }
    }
}
