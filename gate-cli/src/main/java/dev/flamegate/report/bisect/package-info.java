/** A search for the commit that made a rule break: for people who wait, as a page, and as JSON. */
@NullMarked
package dev.flamegate.report.bisect;

import org.jspecify.annotations.NullMarked;
