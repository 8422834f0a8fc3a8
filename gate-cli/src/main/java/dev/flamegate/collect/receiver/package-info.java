/**
 * A receiver for the pushes of the Pyroscope agent, inside the gate.
 *
 * <p>Input: {@code POST /ingest} as the agent sends it. Output: the profiles of any window, with their quality.
 * What a stranger may do to it is bounded: a token before anything is read, sizes, threads and time after that.
 */
@NullMarked
package dev.flamegate.collect.receiver;

import org.jspecify.annotations.NullMarked;
