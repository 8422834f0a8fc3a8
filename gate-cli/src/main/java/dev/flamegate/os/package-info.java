/**
 * Access to the operating system: programs, processes, files. Every other package may use it; it uses none of ours.
 *
 * <p>{@link dev.flamegate.os.Program} runs a helper to its end. {@link dev.flamegate.os.Children} starts what lives on
 * and ends it with the gate. Both start through a {@link dev.flamegate.os.CloseableRegistry}, so that closing at any
 * moment leaves nothing running.
 */
@NullMarked
package dev.flamegate.os;

import org.jspecify.annotations.NullMarked;
