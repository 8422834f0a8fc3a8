package dev.flamegate.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Looks for classes that a mistyped simulation name may have meant. */
final class ClassSearch {
    private static final String SUFFIX = ".class";
    private static final int SHOWN = 5;

    private ClassSearch() {}

    /** Classes of the entries with that simple name, else with a name that mentions simulation or load; at most 5. */
    static List<String> candidates(String wanted, List<Path> entries) {
        List<String> all = entries.stream().flatMap(ClassSearch::classes).toList();
        String simple = simpleName(wanted);
        List<String> same = all.stream()
                .filter(name -> simpleName(name).equalsIgnoreCase(simple))
                .limit(SHOWN)
                .toList();
        return same.isEmpty()
                ? all.stream().filter(ClassSearch::soundsLikeLoad).limit(SHOWN).toList()
                : same;
    }

    private static boolean soundsLikeLoad(String name) {
        String lower = simpleName(name).toLowerCase(Locale.ROOT);
        return lower.endsWith("simulation") || lower.endsWith("load");
    }

    private static String simpleName(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static Stream<String> classes(Path entry) {
        try {
            return Files.isDirectory(entry) ? ofFolder(entry).stream() : ofJar(entry).stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }

    private static List<String> ofFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return named(files.map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/')));
        }
    }

    private static List<String> ofJar(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return named(file.stream().map(entry -> entry.getName()));
        }
    }

    private static List<String> named(Stream<String> paths) {
        return paths.filter(path -> path.endsWith(SUFFIX) && !path.contains("$"))
                .map(path -> path.substring(0, path.length() - SUFFIX.length()).replace('/', '.'))
                .toList();
    }
}
