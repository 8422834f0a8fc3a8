/** Stored runs over time: their values as a static site or for other tools, and their step changes. */
@NullMarked
package dev.flamegate.trends;

import org.jspecify.annotations.NullMarked;
