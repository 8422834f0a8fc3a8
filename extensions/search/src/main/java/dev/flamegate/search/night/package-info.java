/** A night: many services, measured from their last good commit to their newest, and searched where a rule broke. */
@NullMarked
package dev.flamegate.search.night;

import org.jspecify.annotations.NullMarked;
