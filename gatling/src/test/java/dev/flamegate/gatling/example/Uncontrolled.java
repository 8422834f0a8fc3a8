package dev.flamegate.gatling.example;

import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A simulation with a steady load that knows nothing of Flamegate; lasts {@code seconds} (60). */
public class Uncontrolled extends Simulation {
    public Uncontrolled() {
        long seconds = Long.getLong("seconds", 60);
        setUp(scenario("plain")
                        .exec(http("GET /ok").get("/ok").check(status().is(200)))
                        .injectOpen(constantUsersPerSec(100).during(Duration.ofSeconds(seconds))))
                .protocols(http.baseUrl(System.getProperty("target.url")).shareConnections());
    }
}
