/**
 * A receiver for the pushes of the Pyroscope agent, inside the gate.
 *
 * <p>Input: {@code POST /ingest} as the agent sends it. Output: the profiles of any window, with their quality.
 * A stranger can do little: a token is required before anything is read, and sizes, threads and time are limited.
 */
@NullMarked
package dev.flamegate.collect.receiver;

import org.jspecify.annotations.NullMarked;
