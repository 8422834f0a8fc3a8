package dev.flamegate.stats;

/**
 * What some pairs say of a change.
 *
 * @param change from pairs of like restarts
 * @param alike how many of those there are
 * @param modes which restarts were slow
 */
public record Paired(Change change, int alike, Modes modes) {}
