import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * A gateway: each request fetches a compressed document from a server behind it, here in the same process, and passes it on
 * unpacked. Listens on the environment variable {@code PORT}.
 */
public final class GzipService {
    private static final int RECORDS = 1_000;

    private GzipService() {}

    public static void main(String[] arguments) throws Exception {
        Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(2));
        Buffer packed = Buffer.buffer(packedDocument());
        HttpServer behind = vertx.createHttpServer()
                .requestHandler(request -> request.response()
                        .putHeader("Content-Type", "application/json")
                        .putHeader("Content-Encoding", "gzip")
                        .end(packed));
        behind.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get();
        HttpClient client = vertx.createHttpClient(new HttpClientOptions()
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(behind.actualPort())
                .setDecompressionSupported(true));
        vertx.createHttpServer()
                .requestHandler(request -> {
                    if (request.path().equals("/health")) {
                        request.response().end("up");
                    } else if (request.path().equals("/document")) {
                        fetch(client, request);
                    } else {
                        request.response().setStatusCode(404).end();
                    }
                })
                .listen(Integer.parseInt(System.getenv("PORT")), "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    private static void fetch(HttpClient client, HttpServerRequest request) {
        client.request(HttpMethod.GET, "/")
                .compose(HttpClientRequest::send)
                .compose(response -> response.pipeTo(request.response().setChunked(true)))
                .onFailure(failure -> request.response().setStatusCode(502).end(failure.toString()));
    }

    /** A list of like records, as services answer it: 100 kB in 5 kB of gzip, always the same. */
    private static byte[] packedDocument() throws IOException {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < RECORDS; i++) {
            text.append("{\"id\":").append(1_000 + i);
            text.append(",\"type\":\"order\",\"state\":\"").append(random.nextInt(10) == 0 ? "open" : "paid");
            text.append("\",\"currency\":\"EUR\",\"warehouse\":\"Rotterdam\",\"carrier\":null,\"notes\":[],\"total\":");
            text.append(random.nextInt(100)).append("},\n");
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.append("{}]").toString().getBytes(StandardCharsets.UTF_8));
        }
        return packed.toByteArray();
    }
}
