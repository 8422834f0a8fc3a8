/**
 * What load tools write about their requests: one class for each format, which turns lines into records. In: a file that
 * may still grow. Out: {@link dev.flamegate.load.results.ResultRecord}s; {@link
 * dev.flamegate.load.results.UnreadableResults} with file and line when it is not of the format.
 *
 * <p>Read {@link dev.flamegate.load.results.ResultFile} first.
 */
@NullMarked
package dev.flamegate.load.results;

import org.jspecify.annotations.NullMarked;
