package dev.flamegate.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first Java and Kotlin sources of a module by path, without its tests; read once, when first asked for. */
final class Sources {
    private static final int MOST_FILES = 2_000;
    private static final int DEEPEST = 15;
    private static final long LARGEST = 256 * 1024; // What is larger was generated.
    private static final Pattern OTHERS = Pattern.compile("(?i).*test.*|gatling|jmh|it");

    private final Path folder;
    private @Nullable List<Source> files;

    /**
     * A source file.
     *
     * @param name without folders
     */
    record Source(String name, String text) {}

    Sources(Path module) {
        folder = module.resolve("src");
    }

    /** All sources; empty if they cannot be read. */
    List<Source> all() {
        List<Source> known = files;
        if (known == null) {
            known = read();
            files = known;
        }
        return known;
    }

    /** True if a source contains one of the words. */
    boolean contain(String... words) {
        return all().stream().anyMatch(source -> Stream.of(words).anyMatch(source.text()::contains));
    }

    /** The first match in the first source that has one. */
    Optional<MatchResult> find(Pattern pattern) {
        for (Source source : all()) {
            Matcher matcher = pattern.matcher(source.text());
            if (matcher.find()) {
                return Optional.of(matcher.toMatchResult());
            }
        }
        return Optional.empty();
    }

    private List<Source> read() {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Source> sources = new ArrayList<>();
        try (Stream<Path> found = Files.find(
                folder,
                DEEPEST,
                (file, attributes) -> attributes.isRegularFile() && attributes.size() <= LARGEST && isSource(file))) {
            found.sorted()
                    .limit(MOST_FILES)
                    .forEach(file -> text(file)
                            .ifPresent(text ->
                                    sources.add(new Source(file.getFileName().toString(), text))));
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
        return List.copyOf(sources);
    }

    private boolean isSource(Path file) {
        String name = file.getFileName().toString();
        Path set = folder.relativize(file).getName(0);
        return (name.endsWith(".java") || name.endsWith(".kt"))
                && !OTHERS.matcher(set.toString()).matches();
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty(); // Not UTF-8, or gone.
        }
    }
}
