/** Several candidates compared with one baseline: the table of all of them, in every format that has one. */
@NullMarked
package dev.flamegate.search.candidates;

import org.jspecify.annotations.NullMarked;
