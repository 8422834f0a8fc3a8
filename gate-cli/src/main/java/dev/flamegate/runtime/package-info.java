/**
 * Starts the targets of a plan and connects what reports on them, in each of the plan's runtimes: as a process of this
 * host, in a
 * container, or not at all because it runs already. In: a target of a plan. Out: a target that answers, with the
 * sources of its counters, its profiles and its metrics; whatever was started is ended again.
 */
@NullMarked
package dev.flamegate.runtime;

import org.jspecify.annotations.NullMarked;
