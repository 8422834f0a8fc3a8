package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.doSwitch;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.onCase;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.util.Set;

/**
 * Load for the sample service: one request per user, at a constant rate.
 *
 * <p>System properties: {@code flamegate.baseUrl} ({@code http://localhost:8080}), {@code rate} in requests per second
 * (40), {@code mix} of the endpoints ({@code matrix=50,delay=30,orders=20}); without the gate, also {@code duration} in
 * seconds (30).
 */
public class SampleSimulation extends ControlledSimulation {
    private static final String ENDPOINT = "endpoint";
    private static final Set<String> ENDPOINTS = Set.of("matrix", "delay", "orders");
    private static final String ORDER = """
            {"customer": "ada", "lines": [{"sku": "bolt-m4", "quantity": 40}, {"sku": "drill", "quantity": 1}]}""";

    private final Mix mix = Mix.parse(System.getProperty("mix", "matrix=50,delay=30,orders=20"), ENDPOINTS);

    public SampleSimulation() {
        double rate = Double.parseDouble(System.getProperty("rate", "40"));
        setUp(control.population("sample", rate, journey())).protocols(protocol());
    }

    private ChainBuilder journey() {
        return exec(session -> session.set(ENDPOINT, mix.next()))
                .exec(doSwitch("#{" + ENDPOINT + "}")
                        .on(
                                onCase("matrix").then(exec(matrix())),
                                onCase("delay").then(exec(delay())),
                                onCase("orders").then(exec(orders()))));
    }

    private static HttpRequestActionBuilder matrix() {
        return http("GET /matrix")
                .get("/matrix")
                .check(status().is(200), substring("\"checksum\":").exists());
    }

    private static HttpRequestActionBuilder delay() {
        return http("GET /delay")
                .get("/delay")
                .check(status().is(200), substring("\"sleptMs\":").exists());
    }

    private static HttpRequestActionBuilder orders() {
        return http("POST /orders")
                .post("/orders")
                .header("Content-Type", "application/json")
                .body(StringBody(ORDER))
                .check(status().is(201), substring("\"grossCents\":").exists());
    }

    private static HttpProtocolBuilder protocol() {
        return http.baseUrl(System.getProperty("flamegate.baseUrl", "http://localhost:8080"))
                .acceptHeader("application/json")
                .shareConnections();
    }
}
