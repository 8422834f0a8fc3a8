/** Simulations as users write them, for the tests of the command line: the gate's tests run them in Gatling's own JVM. */
package dev.flamegate.gatling.example;
