/**
 * The catalogue of regressions: each class is one case of a field report, the problem and its fix beside each other.
 *
 * <p>In: the environment variable {@code SCENARIO}, {@code NAME:problem} or {@code NAME:fixed}. Out: an endpoint
 * {@code GET /NAME}, which answers the same either way. What each teaches, and the figures that Flamegate saw, is in
 * docs/catalogue.md.
 */
@NullMarked
package dev.flamegate.sample.scenario;

import org.jspecify.annotations.NullMarked;
