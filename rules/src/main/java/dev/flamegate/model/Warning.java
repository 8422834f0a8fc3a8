package dev.flamegate.model;

/**
 * Something people should know about a number; it travels with it.
 *
 * @param id stable name, such as {@code generator-lag}
 * @param message one sentence for people
 */
public record Warning(String id, String message) {
    /** Of a trial during which the clock was set or the machine suspended. */
    public static final String CLOCK = "clock";
}
