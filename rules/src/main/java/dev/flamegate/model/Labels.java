package dev.flamegate.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run's note and tags, by which people find it again: why it was made, and tags such as {@code release=2.4}. Part of
 * {@link Run#context}, and never of what makes runs comparable.
 *
 * @param note in a sentence; empty for none
 * @param tags by key, in order of the keys
 */
public record Labels(String note, Map<String, String> tags) {
    /** Neither note nor tags. */
    public static final Labels NONE = new Labels("", Map.of());

    /** The longest note, in characters. */
    public static final int LONGEST_NOTE = 500;

    /** The longest value of a tag, in characters. */
    public static final int LONGEST_VALUE = 100;

    private static final Pattern KEY = Pattern.compile("[A-Za-z][A-Za-z0-9._-]{0,39}");

    /**
     * Checks the note and the tags, which people wrote.
     *
     * @throws IllegalArgumentException when the note, a key or a value is too long, or a key has other characters than
     *     letters, digits, dots, hyphens and underscores
     */
    public Labels {
        if (note.length() > LONGEST_NOTE) {
            throw new IllegalArgumentException("a note has at most " + LONGEST_NOTE + " characters");
        }
        tags.forEach((key, value) -> {
            if (!KEY.matcher(key).matches()) {
                throw new IllegalArgumentException("\"" + key + "\" is no key of a tag: up to 40 letters, digits, dots,"
                        + " hyphens and underscores, a letter first");
            }
            if (value.isBlank() || value.length() > LONGEST_VALUE) {
                throw new IllegalArgumentException(
                        "the value of tag " + key + " has to have 1 to " + LONGEST_VALUE + " characters");
            }
        });
        tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    }

    /** The labels as entries of a run's context. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        if (!note.isBlank()) {
            context.put(Run.NOTE, note);
        }
        tags.forEach((key, value) -> context.put(Run.TAG + key, value));
        return context;
    }

    /** The labels for people: {@code release=2.4, night: after the JDK update}; empty without any. */
    public String text() {
        String all = tags.entrySet().stream()
                .map(tag -> tag.getKey() + "=" + tag.getValue())
                .collect(Collectors.joining(", "));
        return Stream.of(all, note).filter(part -> !part.isBlank()).collect(Collectors.joining(": "));
    }
}
