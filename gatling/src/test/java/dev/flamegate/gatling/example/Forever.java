package dev.flamegate.gatling.example;

import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.forever;
import static io.gatling.javaapi.core.CoreDsl.rampConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A simulation that knows nothing of Flamegate: ten users, who never leave. */
public class Forever extends Simulation {
    public Forever() {
        setUp(scenario("loop")
                        .exec(forever()
                                .on(exec(http("GET /ok").get("/ok").check(status().is(200)))
                                        .pause(Duration.ofMillis(100))))
                        .injectClosed(
                                rampConcurrentUsers(1).to(10).during(2),
                                constantConcurrentUsers(10).during(60)))
                .protocols(http.baseUrl(System.getProperty("target.url")));
    }
}
