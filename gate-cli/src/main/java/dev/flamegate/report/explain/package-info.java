/**
 * Says rules in English: a rule in, one paragraph out. No file, no terminal; numbers as everywhere, whatever the
 * machine's language.
 */
@NullMarked
package dev.flamegate.report.explain;

import org.jspecify.annotations.NullMarked;
