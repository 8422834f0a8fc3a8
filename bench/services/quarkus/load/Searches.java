import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.Simulation;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** One search for each user. */
public class Searches extends Simulation {
    {
        var owners = Stream.generate(
                () -> Map.<String, Object>of("owner", "owner-" + ThreadLocalRandom.current().nextInt(500)));
        setUp(scenario("searches")
                        .exec(feed(owners::iterator))
                        .exec(http("search").get("/api/pets?owner=#{owner}").check(status().is(200)))
                        .injectOpen(constantUsersPerSec(100).during(60)))
                .protocols(http.baseUrl(System.getProperty("baseUrl")));
    }
}
