package dev.flamegate.plan;

import org.jspecify.annotations.Nullable;

/**
 * One mistake in a plan or rule file.
 *
 * @param source name of the file, or the option that holds the mistake
 * @param line from 1
 * @param column from 1, in characters (code points); at most one beyond the end of the line
 * @param message what is wrong, one sentence without the full stop
 * @param suggestion what was probably meant, to be written in place of what is there; {@code null} for no idea
 */
public record Problem(
        String source,
        int line,
        int column,
        String message,
        @Nullable String suggestion) {
    public Problem {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException(line + ":" + column + ": lines and columns count from 1");
        }
    }
}
