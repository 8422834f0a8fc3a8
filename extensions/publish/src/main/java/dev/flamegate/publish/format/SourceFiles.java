package dev.flamegate.publish.format;

import dev.flamegate.gate.facts.Git;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Files of the repository that a folder is in, found by the end of their path: a class can be in any source root. */
public final class SourceFiles {
    private final Git git;
    private @Nullable List<String> paths;

    /** The files of the repository around a folder; empty outside of a repository. */
    public SourceFiles(Path folder) {
        git = new Git(folder);
    }

    /**
     * The path from the repository's root of a file that git knows and that ends like the one given, by whole folders.
     * Prefers a file outside of tests, else the first by name. The end of an absolute path is compared in the same way.
     */
    public synchronized Optional<String> find(String end) {
        String wanted = end.replace('\\', '/').replaceFirst("^\\./+", "");
        boolean absolute = wanted.startsWith("/") || wanted.matches("[A-Za-z]:/.*");
        return wanted.isEmpty()
                ? Optional.empty()
                : paths().stream()
                        .filter(path -> absolute
                                ? wanted.endsWith("/" + path)
                                : path.equals(wanted) || path.endsWith("/" + wanted))
                        .min(Comparator.comparing(SourceFiles::isTest).thenComparing(Comparator.naturalOrder()));
    }

    private static boolean isTest(String path) {
        return path.matches("(.*/)?(test|tests|it|integrationTest|testFixtures)/.*");
    }

    private List<String> paths() {
        List<String> known = paths;
        if (known == null) {
            known = ask();
            paths = known;
        }
        return known;
    }

    private List<String> ask() {
        try {
            return git.ask("ls-files", "-z", "--full-name", "--", ":(top)").stream()
                    .flatMap(names -> Stream.of(names.split("\0", -1)))
                    .filter(name -> !name.isEmpty())
                    .toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
