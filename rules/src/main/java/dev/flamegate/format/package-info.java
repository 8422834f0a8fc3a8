/**
 * Numbers, names and outcomes for people. The machine's locale never matters: everything is
 * {@link java.util.Locale#ROOT}.
 */
@NullMarked
package dev.flamegate.format;

import org.jspecify.annotations.NullMarked;
