/**
 * Numbers, names and outcomes for people. The language of the machine never shows: everything is
 * {@link java.util.Locale#ROOT}.
 */
@NullMarked
package dev.flamegate.format;

import org.jspecify.annotations.NullMarked;
