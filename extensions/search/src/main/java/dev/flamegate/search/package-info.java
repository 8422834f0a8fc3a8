/** More than one comparison at a time: a search among commits, several candidates, many services. */
@NullMarked
package dev.flamegate.search;

import org.jspecify.annotations.NullMarked;
