import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads and writes a batch of small documents per request, in parallel on 64 threads that share one factory. Listens on the
 * environment variable {@code PORT}.
 */
public final class JsonService {
    private static final int THREADS = 64;
    private static final int TASKS = 32;
    private static final int DOCUMENTS_PER_TASK = 200;
    private static final byte[] DOCUMENT =
            "{\"sku\":\"bolt-m4\",\"quantity\":40,\"cents\":1299}".getBytes(StandardCharsets.UTF_8);

    private static final JsonFactory JSON = new JsonFactory();
    private static final ExecutorService WORKERS = Executors.newFixedThreadPool(THREADS);

    private JsonService() {}

    public static void main(String[] arguments) throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT"))), 0);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/health", exchange -> answer(exchange, "up"));
        server.createContext("/orders", exchange -> answer(exchange, "{\"cents\":" + orders() + "}"));
        server.start();
    }

    private static long orders() throws IOException {
        try {
            long cents = 0;
            for (Future<Long> part : WORKERS.invokeAll(Collections.<Callable<Long>>nCopies(TASKS, JsonService::part))) {
                cents += part.get();
            }
            return cents;
        } catch (InterruptedException | ExecutionException e) {
            throw new IOException(e);
        }
    }

    private static long part() throws IOException {
        long cents = 0;
        for (int i = 0; i < DOCUMENTS_PER_TASK; i++) {
            cents += read(DOCUMENT) + write(i);
        }
        return cents;
    }

    private static long read(byte[] document) throws IOException {
        long sum = 0;
        try (JsonParser parser = JSON.createParser(document)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT) {
                    sum += parser.getLongValue();
                }
            }
        }
        return sum;
    }

    private static int write(int number) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(64);
        try (JsonGenerator generator = JSON.createGenerator(out)) {
            generator.writeStartObject();
            generator.writeNumberField("number", number);
            generator.writeStringField("state", "paid");
            generator.writeEndObject();
        }
        return out.size();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
