/** The vocabulary of judgements: measurements, findings with their growth and cause, and the verdict. */
@NullMarked
package dev.flamegate.model.finding;

import org.jspecify.annotations.NullMarked;
