/** Finds what extensions add: implementations of the few interfaces that docs/extending.md lists. */
@NullMarked
package dev.flamegate.extension;

import org.jspecify.annotations.NullMarked;
