/** Explains a comparison by what its pairs are not judged by, and builds arms with other versions of libraries. */
@NullMarked
package dev.flamegate.insight;

import org.jspecify.annotations.NullMarked;
