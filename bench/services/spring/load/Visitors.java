import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ScenarioBuilder;
import io.gatling.javaapi.core.Simulation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A simulation as teams have them, which knows nothing of flamegate. */
public class Visitors extends Simulation {
    private final Supplier<java.util.Iterator<Map<String, Object>>> owners = () -> Stream.generate(
                    () -> Map.<String, Object>of("owner", "owner-" + ThreadLocalRandom.current().nextInt(500)))
            .iterator();

    private final ScenarioBuilder visitors = scenario("visitors")
            .feed(owners)
            .exec(http("search").get("/api/pets?owner=#{owner}").check(status().is(200)))
            .pause(Duration.ofMillis(200))
            .exec(http("page").get("/pets?owner=#{owner}").check(status().is(200)));

    {
        setUp(visitors.injectOpen(rampUsersPerSec(1).to(75).during(5), constantUsersPerSec(75).during(60)))
                .protocols(http.baseUrl(System.getProperty("baseUrl")));
    }
}
