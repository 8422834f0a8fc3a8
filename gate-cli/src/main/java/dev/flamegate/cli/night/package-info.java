/** {@code flamegate nightly}: its options, and where each service stands before the night. */
@NullMarked
package dev.flamegate.cli.night;

import org.jspecify.annotations.NullMarked;
