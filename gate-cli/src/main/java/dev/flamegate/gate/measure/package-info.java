/**
 * Measures trials and pairs on a {@link dev.flamegate.gate.measure.TestBed}: starts targets and their load, warms them
 * up, reads counters at the edges of blocks, and assembles what every source saw into a
 * {@link dev.flamegate.model.Trial}.
 */
@NullMarked
package dev.flamegate.gate.measure;

import org.jspecify.annotations.NullMarked;
