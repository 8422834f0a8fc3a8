/**
 * Histories that several machines share. A history in a folder goes in, and what a bucket of an S3-compatible store or
 * a branch of a git repository has besides comes out, and the other way round.
 * <pre>
 * runs/KIND/ID.zip                       one run, never changed
 * runs/KIND/ID.json                      its verdict, never changed
 * comparisons/KIND/KEY/PAIR.zip          one pair, never changed
 * comparisons/KIND/KEY/verdict-TIME.json the verdict of that time; the latest counts
 * pins/NAME                              the id of a run
 * </pre>
 *
 * <p>KIND names service and fingerprint, so that the names alone tell what a run can be compared with. Only pins ever
 * change; everything else is added under a unique name, or deleted by pruning: that is why gates that write at the same
 * time lose nothing.
 */
@NullMarked
package dev.flamegate.remote;

import org.jspecify.annotations.NullMarked;
