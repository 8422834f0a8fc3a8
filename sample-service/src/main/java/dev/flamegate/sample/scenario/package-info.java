/**
 * The catalogue of regressions: each class is one case from a field report, with the problem and its fix next to each other.
 *
 * <p>In: the environment variable {@code SCENARIO}, {@code NAME:problem} or {@code NAME:fixed}. Out: an endpoint
 * {@code GET /NAME}, which answers the same either way. The lessons, and the figures that Flamegate measured, are
 * in docs/catalogue.md.
 */
@NullMarked
package dev.flamegate.sample.scenario;

import org.jspecify.annotations.NullMarked;
