package dev.flamegate.sample;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.scenario.Scenario;
import dev.flamegate.sample.scenario.Scenarios;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The service itself: an HTTP server with a fixed pool of worker threads {@code http-1}, {@code http-2} and so on.
 *
 * <p>Environment: {@code PORT} (8080; 0 for any free port), {@code WORKERS} (16), {@code FEATURE_IDENTITY_MATRIX}
 * ({@code true} skips multiplications by the identity, see {@link MatrixCalculator}), {@code MATRIX_IDENTITIES} (2,
 * after each transform), {@code FAULT} (see {@link FaultInjection}), {@code INJECT} (see {@link InjectedCost}),
 * {@code SCENARIO} (see {@link Scenarios}) and {@code LISTEN} (an address: loopback, but every one in a container). The argument {@code --port N} overrides {@code PORT}.
 */
public final class SampleService implements AutoCloseable {
    static {
        // Otherwise the JDK's server leaves Nagle's algorithm on, and a small answer waits 40 ms for the client's
        // delayed acknowledgement. The property is read once, when the server's classes load.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private static final int BACKLOG = 1024;

    /** Files that container engines put there. */
    private static final List<String> CONTAINER = List.of("/.dockerenv", "/run/.containerenv");

    private final HttpServer server;
    private final ThreadPoolExecutor workers;
    private final Optional<Scenario> scenario;

    private SampleService(HttpServer server, ThreadPoolExecutor workers, Optional<Scenario> scenario) {
        this.server = server;
        this.workers = workers;
        this.scenario = scenario;
    }

    /** Runs the service until the process is terminated. */
    public static void main(String[] arguments) throws IOException {
        FaultInjection fault = FaultInjection.of(System.getenv());
        fault.onStart();
        SampleService service = start(port(arguments, System.getenv()), System.getenv(), fault);
        Runtime.getRuntime().addShutdownHook(new Thread(service::close, "shutdown"));
        long started = ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.println("sample-service listening on port " + service.port() + " after "
                + (System.currentTimeMillis() - started) + " ms");
    }

    /**
     * Starts the service in this JVM.
     *
     * @param port to listen on, 0 for any free one
     * @param environment variables as described above, except {@code PORT}
     * @throws IOException when the port is not available
     */
    public static SampleService start(int port, Map<String, String> environment) throws IOException {
        return start(port, environment, FaultInjection.of(environment));
    }

    private static SampleService start(int port, Map<String, String> environment, FaultInjection fault)
            throws IOException {
        ThreadPoolExecutor workers = workers(Integer.parseInt(environment.getOrDefault("WORKERS", "16")));
        Metrics metrics = new Metrics(workers);
        MatrixCalculator calculator = new MatrixCalculator(
                Boolean.parseBoolean(environment.get("FEATURE_IDENTITY_MATRIX")),
                Integer.parseInt(environment.getOrDefault("MATRIX_IDENTITIES", "2")));
        Optional<Scenario> scenario = Scenarios.of(environment, metrics.registry());
        List<Endpoint> endpoints = new ArrayList<>(List.of(
                new MatrixEndpoint(calculator),
                new DelayEndpoint(),
                new OrderEndpoint(),
                new HealthEndpoint(fault),
                new MetricsEndpoint(metrics.registry())));
        scenario.ifPresent(endpoints::add);
        HttpServer server = HttpServer.create(place(port, environment), BACKLOG);
        server.setExecutor(workers);
        server.createContext("/", new Router(endpoints, metrics, fault, InjectedCost.of(environment)));
        server.start();
        return new SampleService(server, workers, scenario);
    }

    InetAddress address() {
        return server.getAddress().getAddress();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Stops listening at once; requests in progress are dropped. */
    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
        scenario.ifPresent(Scenario::close);
    }

    /** Faults can be switched on over HTTP, so only this machine is served, except from a container. */
    private static InetSocketAddress place(int port, Map<String, String> environment) {
        String host = environment.get("LISTEN");
        if (host != null) {
            return new InetSocketAddress(host, port);
        }
        boolean contained = CONTAINER.stream().anyMatch(file -> Files.exists(Paths.get(file)))
                || environment.containsKey("KUBERNETES_SERVICE_HOST");
        return contained ? new InetSocketAddress(port) : new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private static int port(String[] arguments, Map<String, String> environment) {
        for (int i = 0; i + 1 < arguments.length; i++) {
            if (arguments[i].equals("--port")) {
                return Integer.parseInt(arguments[i + 1]);
            }
        }
        return Integer.parseInt(environment.getOrDefault("PORT", "8080"));
    }

    private static ThreadPoolExecutor workers(int threads) {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> new Thread(work, "http-" + number.incrementAndGet()));
    }
}
