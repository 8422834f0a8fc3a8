import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;

/** Visitors of the shop, each with the next page, price and text in turn. */
public class Visits extends Simulation {
    private final Iterator<Map<String, Object>> inTurn = IntStream.iterate(0, i -> i + 1)
            .mapToObj(i -> Map.<String, Object>of(
                    "page", i % 10, "id", i % 200, "text", "a item-" + i % 9 + " of item-" + i % 7 + " and item-1"))
            .iterator();

    private final ScenarioBuilder visits = scenario("visits")
            .feed(inTurn)
            .exec(http("items").get("/items?page=#{page}").check(status().is(200)))
            .exec(http("price").get("/price/#{id}").check(status().is(200)))
            .exec(http("codes")
                    .post("/codes")
                    .header("Content-Type", "text/plain")
                    .body(StringBody("#{text}"))
                    .check(status().is(200)));

    {
        setUp(visits.injectOpen(constantUsersPerSec(20).during(Duration.ofMinutes(10))))
                .protocols(http.baseUrl(System.getProperty("baseUrl")));
    }
}
