/**
 * The catalogue of regressions: scenarios of the sample service, each with what the gate must find in it.
 *
 * <p>In: a folder with one folder per scenario: a plan, rules and {@code expected.yaml}. Out: results of the same
 * code paths as {@code run} and {@code compare}, their differences from what was expected, and a page with all of it.
 */
@NullMarked
package dev.flamegate.demo;

import org.jspecify.annotations.NullMarked;
