package dev.flamegate.gate.facts;

import dev.flamegate.targets.AppFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The libraries that an application brings along, with their versions as far as files and their names say them: jars
 * next to its jar, jars in it, and those that were unpacked into it together with what Maven wrote about them.
 */
public final class AppLibraries {
    private static final String NOTES = "META-INF/maven/[^/]+/[^/]+/pom\\.properties";

    /** Separates versions of one library. */
    public static final String SEPARATOR = ", ";

    private AppLibraries() {}

    /** Versions by name, in alphabetical order; an empty text for an unknown version. */
    public static Map<String, String> of(AppFiles app) {
        Map<String, String> versions = new TreeMap<>();
        app.jar().ifPresent(jar -> {
            nested(jar, versions);
            merged(jar).forEach(versions::putIfAbsent);
        });
        app.libraries().forEach(file -> put(String.valueOf(file.getFileName()), versions));
        return versions;
    }

    /** The libraries whose classes were unpacked into a jar, by name; empty for a jar that describes only itself. */
    static Map<String, String> merged(Path jar) {
        Map<String, String> versions = new TreeMap<>();
        unpacked(jar).forEach(library -> versions.put(library.artifact(), library.version()));
        return versions;
    }

    /** The coordinates that Maven noted in a jar: of the libraries unpacked into it, and of the application. */
    public static List<MavenCoordinates> unpacked(Path jar) {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> notes = file.stream()
                    .filter(entry -> entry.getName().matches(NOTES))
                    .toList();
            List<MavenCoordinates> libraries = new ArrayList<>();
            for (ZipEntry note : notes.size() > 1 ? notes : List.<ZipEntry>of()) {
                Properties properties = new Properties();
                try (InputStream in = file.getInputStream(note)) {
                    properties.load(in);
                }
                coordinates(properties).ifPresent(libraries::add);
            }
            return libraries;
        } catch (IOException | IllegalArgumentException e) {
            return List.of(); // no jar, or none with properties in these files
        }
    }

    private static Optional<MavenCoordinates> coordinates(Properties note) {
        try {
            return Optional.of(MavenCoordinates.of(note));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static void nested(Path jar, Map<String, String> versions) {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            file.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".jar"))
                    .forEach(name -> put(name.substring(name.lastIndexOf('/') + 1), versions));
        } catch (IOException e) {
            return; // no jar
        }
    }

    private static void put(String file, Map<String, String> versions) {
        LibraryFile library = LibraryFile.of(file);
        // Jars of one library for several platforms differ behind the version.
        versions.merge(
                library.name(),
                library.version().orElse(""),
                (one, other) -> one.equals(other) ? one : one + SEPARATOR + other);
    }
}
