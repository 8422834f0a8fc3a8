package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Collections;

/**
 * Load for one scenario of the catalogue: users at a constant rate, each with one request, or with one and then several
 * at once, as a browser fetches the parts of a page.
 *
 * <p>System properties: {@code flamegate.baseUrl} ({@code http://localhost:8080}), {@code scenario}, whose endpoint is
 * {@code GET /SCENARIO}; {@code rate} in users per second (20), {@code atOnce} (0 to 6), the requests that follow the
 * first one together (0); without the gate, also {@code duration} in seconds (30).
 */
public class ScenarioSimulation extends ControlledSimulation {
    /** Gatling opens this many connections per user. */
    private static final int MOST_AT_ONCE = 6;

    public ScenarioSimulation() {
        String scenario = System.getProperty("scenario", "");
        if (scenario.isEmpty()) {
            throw new IllegalArgumentException("the system property `scenario` must name the scenario");
        }
        double rate = Double.parseDouble(System.getProperty("rate", "20"));
        int atOnce = Integer.getInteger("atOnce", 0);
        if (atOnce < 0 || atOnce > MOST_AT_ONCE) {
            throw new IllegalArgumentException(atOnce + ": atOnce must be from 0 to " + MOST_AT_ONCE);
        }
        setUp(control.population("scenario", rate, journey("/" + scenario, atOnce)))
                .protocols(protocol());
    }

    private static ChainBuilder journey(String path, int atOnce) {
        HttpRequestActionBuilder first = request(path);
        return atOnce == 0 ? exec(first) : exec(first.resources(Collections.nCopies(atOnce, request(path))));
    }

    private static HttpRequestActionBuilder request(String path) {
        return http("GET " + path).get(path).check(status().is(200));
    }

    private static HttpProtocolBuilder protocol() {
        return http.baseUrl(System.getProperty("flamegate.baseUrl", "http://localhost:8080"))
                .acceptHeader("application/json")
                .shareConnections();
    }
}
