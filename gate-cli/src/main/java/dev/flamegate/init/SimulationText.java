package dev.flamegate.init;

import tools.jackson.databind.json.JsonMapper;

/** A simulation to begin with: one request at a constant rate. */
final class SimulationText {
    private SimulationText() {}

    static String of(String name, Service service) {
        String path = service.health();
        return """
                import static io.gatling.javaapi.core.CoreDsl.exec;
                import static io.gatling.javaapi.http.HttpDsl.http;
                import static io.gatling.javaapi.http.HttpDsl.status;

                import dev.flamegate.gatling.ControlledSimulation;

                /**
                 * Load on the service: put the requests that matter in place of this one. It is a Gatling simulation like any other;
                 * being a ControlledSimulation, it can also be warmed up within a bound, paused between blocks and stopped cleanly.
                 */
                public class %1$s extends ControlledSimulation {
                    public %1$s() {
                        double rate = Double.parseDouble(System.getProperty("rate", "20"));
                        setUp(control.population(
                                        %2$s, rate, exec(http(%3$s).get(%4$s).check(status().is(200)))))
                                .protocols(http.baseUrl(System.getProperty("flamegate.baseUrl", "http://localhost:%5$d")));
                    }
                }
                """.formatted(name, quoted(service.name()), quoted("GET " + path), quoted(path), service.port());
    }

    private static String quoted(String text) {
        return JsonMapper.shared().writeValueAsString(text);
    }
}
