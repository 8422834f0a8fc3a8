package dev.flamegate.collect.pyroscope;

import java.time.Instant;

/**
 * What profiles held up to a moment.
 *
 * @param at end of a step; what the step before it held is not in it
 * @param value sum over the step, in the unit of the profile type
 */
public record Point(Instant at, double value) {}
