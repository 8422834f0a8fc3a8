/** The runs of one service over time as other tools read them, those that look for changes in series of values. */
@NullMarked
package dev.flamegate.trends.series;

import org.jspecify.annotations.NullMarked;
