/**
 * The agent inside the target: it dials out to the gate and answers exact counters whenever it is asked.
 *
 * <p>Input: {@code -javaagent:flamegate-probe.jar=connect=HOST:PORT,token=HEX}. Output: lines of text, see
 * {@link dev.flamegate.probe.Dialogue}. One daemon thread of its own, no dependency, nothing that listens, and no
 * exception that reaches the application. Java 8, so that any service can be measured.
 */
@NullMarked
package dev.flamegate.probe;

import org.jspecify.annotations.NullMarked;
