/**
 * Statistics that know when they cannot tell: samples of trials in, estimates with their intervals out.
 *
 * <p>The unit of replication is the trial, a restart of the virtual machine; nothing here ever takes requests or
 * scrapes inside one trial for independent values. Distributions come from Commons Statistics.
 */
@NullMarked
package dev.flamegate.stats;

import org.jspecify.annotations.NullMarked;
