import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * A service of the JDK around one piece of work with a library: {@code GET /work} does it {@code TIMES} times. Listens on
 * {@code PORT}; both are variables of the environment.
 */
final class Serve {
    /** One piece of work. */
    interface Work {
        /** Does it and returns something that depends on all of it. */
        long once() throws Exception;
    }

    private Serve() {}

    static void work(Work work) throws IOException {
        int times = Integer.parseInt(System.getenv("TIMES"));
        int port = Integer.parseInt(System.getenv("PORT"));
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/health", exchange -> answer(exchange, 200, "up"));
        server.createContext("/work", exchange -> {
            try {
                long sum = 0;
                for (int i = 0; i < times; i++) {
                    sum += work.once();
                }
                answer(exchange, 200, Long.toString(sum));
            } catch (Exception e) {
                answer(exchange, 500, e.toString());
            }
        });
        server.start();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }
}
