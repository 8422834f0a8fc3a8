/**
 * The flame viewer: a {@link dev.flamegate.report.flame.FlameInput} in, {@code flame.html} out, one file that needs no
 * network, or the same difference as an SVG for places that forbid scripts.
 *
 * <p>Java merges both arms into one tree and packs it into columns; all else (costs, filters, searching, drawing) is
 * done in the page by the scripts among this package's resources.
 */
@NullMarked
package dev.flamegate.report.flame;

import org.jspecify.annotations.NullMarked;
