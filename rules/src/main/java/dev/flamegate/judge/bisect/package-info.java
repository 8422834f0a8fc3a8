/**
 * Which commit made a rule break: the commits between a good and a bad build, how probable it is of each that it is the
 * one, and what to measure next. {@link dev.flamegate.judge.bisect.Search} is the entry. Nothing here measures, builds or
 * asks git.
 */
@NullMarked
package dev.flamegate.judge.bisect;

import org.jspecify.annotations.NullMarked;
