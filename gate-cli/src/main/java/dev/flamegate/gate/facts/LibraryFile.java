package dev.flamegate.gate.facts;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The library in a jar, by the jar's name.
 *
 * @param name without the version
 */
public record LibraryFile(String name, Optional<String> version) {
    /** The form {@code jackson-databind-2.17.0.jar}: the version begins with the first digit behind a hyphen. */
    private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d.*)\\.jar");

    private static final String JAR = ".jar";

    /** Parses a file's name, without folders. */
    public static LibraryFile of(String file) {
        Matcher versioned = VERSIONED.matcher(file);
        if (versioned.matches()) {
            return new LibraryFile(versioned.group(1), Optional.of(versioned.group(2)));
        }
        return new LibraryFile(
                file.endsWith(JAR) ? file.substring(0, file.length() - JAR.length()) : file, Optional.empty());
    }
}
