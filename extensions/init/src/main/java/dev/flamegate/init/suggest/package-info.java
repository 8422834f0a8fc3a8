/** Limits that unchanged builds pass, suggested from stored runs and comparisons. */
@NullMarked
package dev.flamegate.init.suggest;

import org.jspecify.annotations.NullMarked;
