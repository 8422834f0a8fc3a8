package dev.flamegate.load.results;

import java.nio.file.Path;
import java.util.function.Consumer;

/** The lines of one file of results, in order. An instance knows what the lines before have said, so it reads one file. */
public interface ResultFormat {
    /**
     * Takes in a line.
     *
     * @param line without its end
     * @throws IllegalArgumentException when it is not of the format; {@link java.time.DateTimeException} and Jackson's
     *     exceptions mean the same
     */
    void line(String line, Consumer<ResultRecord> sink);

    /** The file that a tool writes to when it is given {@code results} as the place of its results. */
    default Path file(Path results) {
        return results;
    }

    /** Whether the tool writes while it runs, so that its first request is seen soon. */
    default boolean grows() {
        return true;
    }
}
