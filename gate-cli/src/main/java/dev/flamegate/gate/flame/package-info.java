/**
 * One profile, or two compared, in a given format: what the commands {@code flame} and {@code diff} do.
 *
 * <p>Input: profiles of recordings or stored runs. Output: a page, a picture, text or bytes.
 */
@NullMarked
package dev.flamegate.gate.flame;

import org.jspecify.annotations.NullMarked;
