package dev.flamegate.model.finding;

import org.jspecify.annotations.Nullable;

/**
 * The library that a culprit's method is in.
 *
 * @param name of its jar, without the version
 * @param baseline its version there; {@code null} where the baseline did not have it, or the name of its jar says none
 * @param candidate likewise
 */
public record Library(
        String name, @Nullable String baseline, @Nullable String candidate) {
    public Library {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a library needs a name");
        }
    }
}
