/**
 * The catalogue of regressions: scenarios of the sample service, each with what the gate has to find in it.
 *
 * <p>In: a folder with one folder per scenario: a plan, rules and {@code expected.yaml}. Out: what was found by the same
 * code paths as {@code run} and {@code compare}, where it differs from what was expected, and a page of all of it.
 */
@NullMarked
package dev.flamegate.demo;

import org.jspecify.annotations.NullMarked;
