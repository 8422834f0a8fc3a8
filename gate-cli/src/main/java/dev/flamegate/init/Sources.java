package dev.flamegate.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Looks for words in source files. */
final class Sources {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 15;

    private Sources() {}

    /** Whether a source below a folder has one of the words. */
    static boolean contain(Path folder, String... words) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        List<String> wanted = List.of(words);
        try (Stream<Path> files = Files.find(
                folder, DEEPEST, (file, attributes) -> attributes.isRegularFile() && isSource(file.toString()))) {
            return files.limit(MOST_FILES).anyMatch(file -> wanted.stream().anyMatch(text(file)::contains));
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
