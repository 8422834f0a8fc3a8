/**
 * The search for the commit that made a rule break: the commits between a good and a bad build, the probability of
 * each, and what to measure next. {@link dev.flamegate.search.bisect.Search} is the entry. Nothing here measures,
 * builds or asks git.
 */
@NullMarked
package dev.flamegate.search.bisect;

import org.jspecify.annotations.NullMarked;
