package dev.flamegate.sample;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;
import java.util.Map;

/** Reports whether the service is ready. */
final class HealthEndpoint implements Endpoint {
    private final FaultInjection fault;

    HealthEndpoint(FaultInjection fault) {
        this.fault = fault;
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return "/health";
    }

    @Override
    public Answer answer(Request request) {
        return fault.ready() ? Answer.json(200, Map.of("status", "UP")) : Answer.json(503, Map.of("status", "DOWN"));
    }
}
