import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import dev.flamegate.gatling.ControlledSimulation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Asks the sample service to wait for so many milliseconds: every whole number from {@code shortest} to {@code longest} once in a
 * cycle, so that the percentiles of a whole number of cycles are known, and do not depend on who sends them.
 */
public class KnownDelays extends ControlledSimulation {
    /** Spreads short and long ones over the cycle; prime, and no divisor of a cycle's length that the bench uses. */
    private static final long STRIDE = 73;

    private final long shortest = Long.getLong("shortest", 20);
    private final long delays = Long.getLong("longest", 219) - shortest + 1;
    private final AtomicLong sent = new AtomicLong();

    public KnownDelays() {
        double rate = Double.parseDouble(System.getProperty("rate", "100"));
        setUp(control.population(
                        "delays",
                        rate,
                        exec(session -> session.set("ms", shortest + sent.getAndIncrement() * STRIDE % delays))
                                .exec(http("GET /delay").get("/delay?ms=#{ms}").check(status().is(200)))))
                .protocols(http.baseUrl(System.getProperty("flamegate.baseUrl")).shareConnections());
    }
}
