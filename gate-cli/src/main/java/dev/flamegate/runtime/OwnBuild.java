package dev.flamegate.runtime;

import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The version and commit that this flamegate was built from.
 *
 * @param version of the project
 * @param commit that was checked out, or that the source archive was made of; empty where the build did not know it
 * @param isChanged whether files differed from the commit, or were not in it
 */
public record OwnBuild(String version, Optional<String> commit, boolean isChanged) {
    /** Complete hashes only: unreplaced placeholders such as <code>${build.commit}</code> are no commits. */
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    /** Reads {@code version}, {@code commit} and {@code changed} of a clone, {@code archived} of an archive. */
    static OwnBuild of(Properties properties) {
        return new OwnBuild(
                properties.getProperty("version", "unknown"),
                Stream.of("commit", "archived")
                        .map(key -> properties.getProperty(key, ""))
                        .filter(value -> COMMIT.matcher(value).matches())
                        .findFirst(),
                properties.getProperty("changed", "").equals("true"));
    }
}
