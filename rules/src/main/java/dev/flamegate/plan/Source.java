package dev.flamegate.plan;

import java.util.List;
import java.util.Objects;

/**
 * The text of a plan or rule file.
 *
 * @param name how people know it: the path as they gave it, or the option it came from
 * @param text the whole content; a byte order mark at its start is dropped
 */
public record Source(String name, String text) {
    public Source {
        Objects.requireNonNull(name, "name");
        text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** The lines without their ends; at least one, and an empty one after a final line end. */
    List<String> lines() {
        return List.of(text.split("\r\n|\n|\r", -1));
    }
}
