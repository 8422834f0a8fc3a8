package dev.flamegate.gatling;

import io.gatling.javaapi.core.Simulation;

/**
 * A simulation that the gate leads: its JVM is up and its scenario built before load is wanted.
 *
 * <pre>{@code
 * public class Checkout extends ControlledSimulation {
 *     {
 *         setUp(control.population("checkout", 40, exec(http("GET /cart").get("/cart").check(status().is(200)))))
 *                 .protocols(http.baseUrl(System.getProperty("flamegate.baseUrl")));
 *     }
 * }
 * }</pre>
 */
public abstract class ControlledSimulation extends Simulation {
    /** What {@code setUp} gets its population from. */
    protected final LoadControl control = LoadControl.fromSystemProperties();

    /** Waits for the gate; an override calls this last. */
    @Override
    public void before() {
        control.awaitGo();
    }
}
