package dev.flamegate.work;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.BoundedBody;
import dev.flamegate.load.LoadFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the load and the target, and lets one request through at a time, so that all work between its beginning
 * and its end is its own, whatever load tool sends it. Speaks HTTP/1.1 without encryption.
 */
final class CountingRelay implements AutoCloseable {
    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(30);
    private static final int LARGEST_BODY = 64 << 20;
    private static final int BAD_REQUEST = 400;
    private static final int BAD_GATEWAY = 502;

    /** Headers of one connection, and those that the client and the server write themselves. */
    private static final Set<String> OWN = Set.of(
            "connection",
            "content-length",
            "date",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(runnable -> {
        Thread thread = new Thread(runnable, "flamegate-relay");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final ReentrantLock one = new ReentrantLock(true);
    private final URI target;
    private final Between between;
    private volatile @Nullable RuntimeException failure;

    /** Is told when each request begins and ends, while no other is under way. */
    interface Between {
        /**
         * Called before a request is sent.
         *
         * @param name of the request, see {@link RequestName}
         */
        void begin(String name);

        /**
         * Called when the response is there.
         *
         * @param name of the request, as at its beginning
         * @param input its path, query and content: equal for requests that ask for the same
         * @param answered whether the target answered with a status below 500
         */
        void end(String name, String input, boolean answered);
    }

    private CountingRelay(HttpServer server, URI target, Between between) {
        this.server = server;
        this.target = target;
        this.between = between;
    }

    /**
     * Opens a relay on this machine.
     *
     * @param target base URL of the target
     * @throws LoadFailed when the target speaks something that cannot be relayed
     */
    static CountingRelay open(URI target, Between between) {
        if (!"http".equals(target.getScheme())) {
            throw new LoadFailed(
                    "the work of requests cannot be counted: the target speaks " + target.getScheme(),
                    "opening a relay for plain HTTP",
                    "let the target speak plain HTTP, or set compare: work: off",
                    List.of());
        }
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            CountingRelay relay = new CountingRelay(server, target, between);
            server.setExecutor(relay.threads);
            server.createContext("/", relay::relay);
            server.start();
            return relay;
        } catch (IOException e) {
            throw new CollectionFailed("No port is free for the relay that counts requests: " + e.getMessage(), e);
        }
    }

    /** Base URL for the load. */
    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path(target.getRawPath()));
    }

    private static String path(@Nullable String base) {
        return base == null ? "" : base;
    }

    /** Throws what the agent failed with, if it did. */
    void check() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    private void relay(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
            HttpRequest request = body.length > LARGEST_BODY ? null : request(exchange, body);
            if (request == null) {
                exchange.sendResponseHeaders(BAD_REQUEST, -1);
                return;
            }
            String input = exchange.getRequestURI() + (body.length == 0 ? "" : " " + Arrays.hashCode(body));
            HttpResponse<byte[]> response =
                    sent(RequestName.of(exchange.getRequestMethod(), exchange.getRequestURI()), input, request);
            if (response == null) {
                exchange.sendResponseHeaders(BAD_GATEWAY, -1);
                return;
            }
            response.headers().map().forEach((name, values) -> {
                if (!OWN.contains(name.toLowerCase(Locale.ROOT)) && !name.startsWith(":")) {
                    exchange.getResponseHeaders().put(name, values);
                }
            });
            byte[] content = response.body();
            exchange.sendResponseHeaders(response.statusCode(), content.length == 0 ? -1 : content.length);
            if (content.length > 0) {
                exchange.getResponseBody().write(content);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable HttpResponse<byte[]> sent(String name, String input, HttpRequest request)
            throws InterruptedException {
        one.lockInterruptibly();
        try {
            between.begin(name);
            HttpResponse<byte[]> response = null;
            try {
                response = client.send(request, about -> new BoundedBody(LARGEST_BODY));
                if (response.body().length > LARGEST_BODY) {
                    response = null; // a part of an answer would be taken for the whole
                }
            } catch (IOException e) {
                // The load sees an error of the gateway, and the request is not counted.
            }
            between.end(name, input, response != null && response.statusCode() < 500);
            return response;
        } catch (CollectionFailed e) {
            if (failure == null) {
                failure = e; // later failures only follow from this one
            }
            return null;
        } finally {
            one.unlock();
        }
    }

    /** The same request to the target; {@code null} for one that is no HTTP, such as one with `<` in its method. */
    private @Nullable HttpRequest request(HttpExchange exchange, byte[] body) {
        URI uri = exchange.getRequestURI();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        try {
            return request(exchange, uri.getRawPath() + query, body);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private HttpRequest request(HttpExchange exchange, String path, byte[] body) {
        String origin = target.getScheme() + "://" + target.getRawAuthority();
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + path))
                .timeout(LONGEST_REQUEST)
                .method(
                        exchange.getRequestMethod(),
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        return request.build();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
