package dev.flamegate.load.results;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the lines of one file of results, in order. An instance has state, so it reads one file. */
public interface ResultFormat {
    /**
     * Takes a line.
     *
     * @param line without its end
     * @throws IllegalArgumentException when it is not of the format; {@link java.time.DateTimeException} and Jackson's
     *     exceptions mean the same
     */
    void line(String line, Consumer<ResultRecord> sink);

    /** The file that a tool writes to when {@code results} is the given place of its results. */
    default Path file(Path results) {
        return results;
    }

    /** True if the tool writes while it runs, so that its first request is seen soon. */
    default boolean grows() {
        return true;
    }
}
