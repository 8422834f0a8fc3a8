import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.h2.jdbcx.JdbcConnectionPool;
import shop.Shop;

/** The shop behind the JDK's own HTTP server. */
public final class Main {
    public static void main(String[] args) throws IOException {
        Shop shop = new Shop(JdbcConnectionPool.create("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1", "sa", ""));
        HttpServer server = HttpServer.create(
                new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 100);
        server.setExecutor(Executors.newFixedThreadPool(8));
        answer(server, "/health", exchange -> "up");
        answer(server, "/items", exchange -> shop.items(Integer.parseInt(exchange.getRequestURI().getQuery().substring(5))));
        answer(server, "/price/", exchange -> shop.price(Integer.parseInt(exchange.getRequestURI().getPath().substring(7))));
        answer(server, "/codes", exchange -> shop.codes(body(exchange)));
        server.start();
    }

    private static String body(HttpExchange exchange) {
        try {
            return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpServer server, String path, Function<HttpExchange, String> work) {
        server.createContext(path, exchange -> {
            byte[] bytes = work.apply(exchange).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }
}
