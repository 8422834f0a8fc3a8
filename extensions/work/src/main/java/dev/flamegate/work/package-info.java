/** Counts what a service executes for each request, exactly, and decides by it what it can. */
@NullMarked
package dev.flamegate.work;

import org.jspecify.annotations.NullMarked;
