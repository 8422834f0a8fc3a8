/** The words of judgements: measurements facing rules, findings with their growth and cause, and the verdict. */
@NullMarked
package dev.flamegate.model.finding;

import org.jspecify.annotations.NullMarked;
