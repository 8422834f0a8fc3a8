package dev.flamegate.gatling.example;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.global;
import static io.gatling.javaapi.core.CoreDsl.group;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;

/**
 * Makes Gatling write every kind of record: nested groups, failures, names in Latin-1 and UTF-16, an error outside a
 * request, an assertion. It wrote the logs among the decoder's test resources, with several versions of Gatling,
 * against a server that answers 200 on {@code /ok} and 404 on anything else.
 */
public class EveryRecord extends Simulation {
    public EveryRecord() {
        setUp(
                        scenario("Käufe")
                                .exec(group("checkout")
                                        .on(
                                                http("GET /ok").get("/ok").check(status().is(200)),
                                                group("支払い")
                                                        .on(http("GET /missing")
                                                                .get("/missing")
                                                                .check(status().is(200)))))
                                .injectOpen(atOnceUsers(3)),
                        scenario("→ other")
                                .exec(http("GET /größe → 42").get("/ok").check(status().is(200)))
                                .exec(exec(http("unbuildable").get("#{nowhere}")))
                                .injectOpen(atOnceUsers(2)))
                .protocols(http.baseUrl(System.getProperty("baseUrl")))
                .assertions(global().failedRequests().count().lt(1_000L));
    }
}
