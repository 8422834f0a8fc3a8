package dev.flamegate.sample;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.BadRequest;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the endpoint of a request, labels and times its work, and turns exceptions into answers. */
final class Router implements HttpHandler {
    private static final String UNKNOWN = "unknown";
    private static final System.Logger LOG = System.getLogger(Router.class.getName());

    private record Route(Endpoint endpoint, ProfilerLabel label) {}

    private final Map<String, Route> routes = new HashMap<>();
    private final Metrics metrics;
    private final FaultInjection fault;
    private final InjectedCost injected;

    Router(List<Endpoint> endpoints, Metrics metrics, FaultInjection fault, InjectedCost injected) {
        this.metrics = metrics;
        this.fault = fault;
        this.injected = injected;
        endpoints.forEach(
                endpoint -> routes.put(endpoint.path(), new Route(endpoint, ProfilerLabel.of(endpoint.label()))));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        long start = System.nanoTime();
        @Nullable Route route = routes.get(exchange.getRequestURI().getPath());
        Answer answer;
        if (route == null) {
            answer = Answer.error(404, exchange.getRequestURI().getPath() + ": no such path");
        } else if (!route.endpoint().method().equals(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", route.endpoint().method());
            answer = Answer.error(
                    405,
                    exchange.getRequestMethod() + ": use " + route.endpoint().method());
        } else {
            answer = labelled(route, new Request(exchange));
        }
        metrics.observe(route == null ? UNKNOWN : route.endpoint().label(), answer.status(), System.nanoTime() - start);
        send(exchange, answer);
    }

    private Answer labelled(Route route, Request request) {
        route.label().begin();
        try {
            if (!isPlumbing(route.endpoint())) {
                fault.onRequest(route.endpoint().path());
                injected.onRequest();
            }
            return route.endpoint().answer(request);
        } catch (BadRequest e) {
            return Answer.error(400, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.error(503, "shutting down");
        } catch (Exception e) {
            LOG.log(System.Logger.Level.ERROR, route.endpoint().label() + " failed", e);
            return Answer.error(500, e.toString());
        } finally {
            route.label().end();
        }
    }

    private static boolean isPlumbing(Endpoint endpoint) {
        return endpoint instanceof HealthEndpoint || endpoint instanceof MetricsEndpoint;
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", answer.contentType());
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), head ? -1 : answer.body().length);
            if (!head) {
                exchange.getResponseBody().write(answer.body());
            }
        }
    }
}
