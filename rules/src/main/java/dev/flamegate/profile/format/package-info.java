/**
 * Profiles in the formats of other tools, as call trees and back: pprof in its binary and its JSON form, OTLP,
 * flamebearer (Pyroscope's form of flame graphs), collapsed stacks.
 *
 * <p>Input and output: bytes and characters; no files, no network. What is read may come from anyone: whatever is wrong
 * with it ends in an {@link java.lang.IllegalArgumentException} that says what, within bounds
 * ({@link dev.flamegate.profile.format.ProfileLimits}). Names are made canonical, so that profiles from here compare
 * with those of recordings.
 */
@NullMarked
package dev.flamegate.profile.format;

import org.jspecify.annotations.NullMarked;
