/**
 * The history: a folder of immutable run records. Runs with their profiles in, runs and baselines out.
 *
 * <pre>
 * runs/ID/run.json          everything but the profiles; format and version first, trials last
 * runs/ID/trial-1.cpu.tree  one call tree, compressed
 * runs/ID/SHA256SUMS        of the files above
 * runs/ID/verdict.json      written once the run has been judged, with the rules it broke
 * pins/NAME                 the id of a run
 * </pre>
 *
 * <p>A record is written next to its place and moved into it atomically, so that readers and other gates never see half
 * of one. A record that was edited, was written by a newer version or lacks a file is refused with the reason.
 */
@NullMarked
package dev.flamegate.store;

import org.jspecify.annotations.NullMarked;
