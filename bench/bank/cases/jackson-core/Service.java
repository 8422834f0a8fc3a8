import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads small documents on 64 threads that share one factory. */
public final class Service {
    private static final byte[] DOCUMENT =
            "{\"sku\":\"bolt-m4\",\"quantity\":40,\"cents\":1299}".getBytes(StandardCharsets.UTF_8);
    private static final JsonFactory JSON = new JsonFactory();
    private static final ExecutorService WORKERS = Executors.newFixedThreadPool(64);

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Serve.work(() -> {
            long tokens = 0;
            for (Future<Long> part : WORKERS.invokeAll(Collections.<Callable<Long>>nCopies(32, Service::part))) {
                tokens += part.get();
            }
            return tokens;
        });
    }

    private static long part() throws Exception {
        long tokens = 0;
        for (int i = 0; i < 400; i++) {
            try (JsonParser parser = JSON.createParser(DOCUMENT)) {
                while (parser.nextToken() != null) {
                    tokens++;
                }
            }
        }
        return tokens;
    }
}
