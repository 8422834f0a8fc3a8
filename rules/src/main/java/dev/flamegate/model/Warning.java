package dev.flamegate.model;

/**
 * Something people should know about a number; it travels with it.
 *
 * @param id stable name, such as {@code generator-lag}
 * @param message one sentence for people
 */
public record Warning(String id, String message) {}
