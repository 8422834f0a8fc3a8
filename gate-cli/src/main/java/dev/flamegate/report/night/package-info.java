/** What came of a night, as a table and as JSON. */
@NullMarked
package dev.flamegate.report.night;

import org.jspecify.annotations.NullMarked;
