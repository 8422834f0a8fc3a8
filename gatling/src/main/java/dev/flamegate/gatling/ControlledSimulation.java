package dev.flamegate.gatling;

import io.gatling.javaapi.core.Simulation;

/**
 * A simulation that the gate controls: its JVM is up and its scenario built before the load is needed.
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
    /** Provides the population for {@code setUp}. */
    protected final LoadControl control = LoadControl.fromSystemProperties();

    /** Waits for the gate; an override must call this last. */
    @Override
    public void before() {
        control.awaitGo();
    }
}
