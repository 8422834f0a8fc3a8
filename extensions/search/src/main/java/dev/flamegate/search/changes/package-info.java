/** Changes of a repository: which of its files can change a build. */
@NullMarked
package dev.flamegate.search.changes;

import org.jspecify.annotations.NullMarked;
