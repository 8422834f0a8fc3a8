package dev.flamegate.collect.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on loopback that says what a test wants, in turn; the last word is repeated. It keeps what it was asked. */
public final class HttpDouble implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "http-double");
        thread.setDaemon(true);
        return thread;
    });
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<Asked> asked = new ArrayList<>();

    public HttpDouble() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** What one request said. */
    public record Asked(String method, URI uri, Headers headers, String body) {
        /** Fields of the query or of the form in the body; the last of several of a name. */
        public Map<String, String> fields() {
            String query = uri.getRawQuery();
            Map<String, String> fields = new TreeMap<>();
            for (String pair : (query == null ? body : query).split("&")) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    fields.put(
                            pair.substring(0, equals),
                            URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                }
            }
            return fields;
        }
    }

    /** One answer. */
    public interface Reply {
        void to(HttpExchange exchange, Asked asked) throws IOException;
    }

    /** An answer with a body. */
    public static Reply says(int status, String type, String body) {
        return says(status, Map.of("Content-Type", type), body);
    }

    /** An answer with headers and a body. */
    public static Reply says(int status, Map<String, String> headers, String body) {
        return (exchange, asked) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        };
    }

    public static Reply json(String body) {
        return says(200, "application/json", body);
    }

    /** Headers at once, then a byte now and then without end. */
    public static Reply slowBytes() {
        return (exchange, asked) -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                while (true) {
                    out.write(' ');
                    out.flush();
                    Thread.sleep(20);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Promises more bytes than it sends and hangs up. */
    public static Reply cutOff(String body) {
        return (exchange, asked) -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length + 1000);
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().flush();
        };
    }

    /** Replaces what is said from now on. */
    public synchronized HttpDouble reply(Reply... next) {
        replies.clear();
        replies.addAll(List.of(next));
        return this;
    }

    /** Requests so far, in order. */
    public synchronized List<Asked> asked() {
        return List.copyOf(asked);
    }

    public ServerAddress address() {
        return ServerAddress.of(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Asked request =
                new Asked(exchange.getRequestMethod(), exchange.getRequestURI(), exchange.getRequestHeaders(), body);
        try {
            next(request).to(exchange, request);
        } finally {
            exchange.close();
        }
    }

    private synchronized Reply next(Asked request) {
        asked.add(request);
        Reply next = replies.size() > 1 ? replies.poll() : replies.peek();
        return next == null ? says(404, "text/plain", "nothing here") : next;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
