/**
 * Load simulations, and what lets the gate lead one. In: system properties and a control directory. Out: Gatling's own
 * log, and the progress file beside the control files.
 *
 * <p>A simulation of one's own extends {@link dev.flamegate.gatling.ControlledSimulation} and describes its load with
 * {@link dev.flamegate.gatling.LoadControl#population}; one that does neither works too, but its start takes longer and
 * its warm-up is not bounded. {@link dev.flamegate.gatling.SampleSimulation} is the example.
 */
@NullMarked
package dev.flamegate.gatling;

import org.jspecify.annotations.NullMarked;
