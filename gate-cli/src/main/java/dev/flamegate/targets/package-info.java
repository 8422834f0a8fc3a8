/**
 * The service under test: started with its agents, watched, and stopped on every way out.
 *
 * <p>In: the plan's target, the agents to load, a folder for its log. Out: a running
 * {@link dev.flamegate.targets.Target}. Whatever was started is noted in {@link dev.flamegate.os.Children}, so
 * that the next gate can end what a killed one left behind.
 */
@NullMarked
package dev.flamegate.targets;

import org.jspecify.annotations.NullMarked;
