/**
 * The agent inside the target: it connects to the gate and returns exact counters whenever it is asked.
 *
 * <p>Input: {@code -javaagent:flamegate-probe.jar=connect=HOST:PORT}, and the variable {@code FLAMEGATE_PROBE_TOKEN}. Output: lines of text, see
 * {@link dev.flamegate.probe.Dialogue}. It has one daemon thread of its own, listens on no port,
 * and lets no exception reach the application. Where the gate
 * asks it to, it counts the calls of some methods for some seconds ({@link dev.flamegate.probe.CallCounting}). It runs on Java 8, so that any service can be measured. Its jar
 * contains ASM under a name of ours, {@code dev.flamegate.probe.asm}, and needs nothing else.
 */
@NullMarked
package dev.flamegate.probe;

import org.jspecify.annotations.NullMarked;
