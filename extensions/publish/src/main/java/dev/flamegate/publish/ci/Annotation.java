package dev.flamegate.publish.ci;

import java.util.Optional;

/**
 * Something that a build should show, at a line of its sources where there is one.
 *
 * @param file path from the repository's root; empty where it belongs to none
 * @param line in the file; 0 for none
 * @param title a few words
 * @param message of one or several lines, which are all of our making; else it may contain anything, as may title and
 *     file
 */
record Annotation(Severity severity, Optional<String> file, int line, String title, String message) {
    Annotation {
        if (line < 0) {
            throw new IllegalArgumentException(line + ": lines count from 1, and 0 stands for none");
        }
    }

    enum Severity {
        /** A {@code must} is broken, or nothing could be judged. */
        ERROR,
        /** A {@code should} is broken, or there is not enough evidence. */
        WARNING
    }

    /** An annotation that belongs to no file. */
    static Annotation of(Severity severity, String title, String message) {
        return new Annotation(severity, Optional.empty(), 0, title, message);
    }

    /** {@code file:line}, the file alone, or empty. */
    Optional<String> place() {
        return file.map(path -> line > 0 ? path + ":" + line : path);
    }
}
