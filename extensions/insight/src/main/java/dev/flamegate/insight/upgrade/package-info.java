/**
 * Builds with other versions of libraries: changes the versions in a copy of the source, and checks what came of it.
 */
@NullMarked
package dev.flamegate.insight.upgrade;

import org.jspecify.annotations.NullMarked;
