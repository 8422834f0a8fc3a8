/**
 * Explains rules in English: a rule in, one paragraph out. Neither reads files nor writes to a terminal; numbers are
 * formatted as everywhere, whatever the machine's locale.
 */
@NullMarked
package dev.flamegate.report.explain;

import org.jspecify.annotations.NullMarked;
