/**
 * The results that load tools write about their requests: one class for each format, which turns lines into records.
 * Reads a file that may still grow; yields {@link dev.flamegate.load.results.ResultRecord}s, or
 * {@link dev.flamegate.load.results.UnreadableResults} with file and line when the file violates the format.
 *
 * <p>Read {@link dev.flamegate.load.results.ResultFile} first.
 */
@NullMarked
package dev.flamegate.load.results;

import org.jspecify.annotations.NullMarked;
