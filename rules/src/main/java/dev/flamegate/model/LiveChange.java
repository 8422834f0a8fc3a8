package dev.flamegate.model;

/**
 * The change of what is alive of one class in the heap between two collections, before the first block of a trial and
 * after its last.
 *
 * @param type name of the class, such as {@code byte[]}
 * @param objects how many more there are; negative for fewer
 * @param bytes that these objects take themselves, without what they refer to
 */
public record LiveChange(String type, double objects, double bytes) {}
