package dev.flamegate.stats;

import dev.flamegate.model.Step;

/**
 * Where one criterion of a comparison stands after some pairs.
 *
 * @param contrast what it sees
 * @param level one-sided error that its growth was held against at this look; a larger one where it had failed
 *     with one pair less and this pair only had to agree
 * @param step what follows
 */
public record Standing(Contrast contrast, double level, Step step) {}
