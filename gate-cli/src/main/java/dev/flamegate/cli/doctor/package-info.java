/**
 * {@code flamegate doctor}: what a doctor found, as lines for people or one JSON object.
 */
@NullMarked
package dev.flamegate.cli.doctor;

import org.jspecify.annotations.NullMarked;
