/**
 * Load simulations, and what lets the gate control one. In: system properties and a control directory. Out: Gatling's
 * own log, and the progress file next to the control files.
 *
 * <p>Your own simulation extends {@link dev.flamegate.gatling.ControlledSimulation} and describes its load with
 * {@link dev.flamegate.gatling.LoadControl#population}; one that does neither works too, but takes longer to start, and
 * its warm-up is not bounded. {@link dev.flamegate.gatling.SampleSimulation} is the example.
 */
@NullMarked
package dev.flamegate.gatling;

import org.jspecify.annotations.NullMarked;
