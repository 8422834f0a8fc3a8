package dev.flamegate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Numbers with a fraction are written by {@link dev.flamegate.format.Numbers}, and nowhere else. */
class NumbersInOnePlaceTest {
    private static final List<Path> SOURCES =
            List.of(Path.of("src", "main", "java"), Path.of("..", "rules", "src", "main", "java"));
    private static final Pattern OWN_FORMAT = Pattern.compile(
            "%[-+ #0,(]*\\d*(?:\\.\\d+)?[aeEfgG]\\b(?![\\w-])|DecimalFormat\\b|java\\.text\\.NumberFormat");

    @Test
    void no_class_formats_fractions_by_itself() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path root : SOURCES) {
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    Files.readAllLines(file).stream()
                            .filter(line -> OWN_FORMAT.matcher(line).find())
                            .forEach(line -> found.add(root.relativize(file) + ": " + line.strip()));
                }
            }
        }

        assertThat(found).isEmpty();
    }
}
