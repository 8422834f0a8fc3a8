package dev.flamegate.gatling.example;

import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.time.Duration;

/** A simulation that knows nothing of Flamegate, whose load grows until its end after {@code seconds} (60). */
public class Ramp extends Simulation {
    public Ramp() {
        long seconds = Long.getLong("seconds", 60);
        setUp(scenario("plain")
                        .exec(http("GET /ok").get("/ok").check(status().is(200)))
                        .injectOpen(rampUsersPerSec(100).to(200).during(Duration.ofSeconds(seconds))))
                .protocols(http.baseUrl(System.getProperty("target.url")).shareConnections());
    }
}
