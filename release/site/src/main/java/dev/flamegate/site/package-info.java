/** The documentation as a static site: {@link dev.flamegate.site.Site} writes it. */
@NullMarked
package dev.flamegate.site;

import org.jspecify.annotations.NullMarked;
