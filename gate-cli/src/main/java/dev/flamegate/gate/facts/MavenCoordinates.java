package dev.flamegate.gate.facts;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The name of a library in Maven repositories.
 *
 * @param group such as {@code io.netty}
 * @param artifact such as {@code netty-codec}, for people the library's name
 */
public record MavenCoordinates(String group, String artifact, String version) {
    /** Allowed in coordinates: they come from jars of any origin and become names of files. */
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");

    public MavenCoordinates {
        for (String part : List.of(group, artifact, version)) {
            if (!PART.matcher(part).matches() || part.contains("..")) {
                throw new IllegalArgumentException("not a part of Maven coordinates: " + part);
            }
        }
    }

    /**
     * Reads a {@code pom.properties}, which Maven puts into jars.
     *
     * @throws IllegalArgumentException when it does not have all three
     */
    static MavenCoordinates of(Properties note) {
        return new MavenCoordinates(
                note.getProperty("groupId", ""), note.getProperty("artifactId", ""), note.getProperty("version", ""));
    }
}
