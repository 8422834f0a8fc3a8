import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.impl.bootstrap.AsyncRequesterBootstrap;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncRequester;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.ssl.BasicClientTlsStrategy;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.util.Timeout;

/** Sends a search to a server behind it, by TLS and without blocking; the server is in the same process. */
public final class Service {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        SSLContext tls = tls();
        HttpsServer behind = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        behind.setHttpsConfigurator(new HttpsConfigurator(tls));
        behind.setExecutor(Executors.newFixedThreadPool(8));
        behind.createContext("/", exchange -> {
            int length = exchange.getRequestBody().readAllBytes().length;
            exchange.sendResponseHeaders(200, length);
            exchange.getResponseBody().write(new byte[length]);
            exchange.close();
        });
        behind.start();
        HttpAsyncRequester requester = AsyncRequesterBootstrap.bootstrap()
                .setTlsStrategy(new BasicClientTlsStrategy(tls)).create();
        requester.start();
        String url = "https://localhost:" + behind.getAddress().getPort() + "/search";
        String query = "{\"query\":\"bolt\"}".repeat(2000);
        Serve.work(() -> {
            Message<HttpResponse, String> answer = requester.execute(
                    AsyncRequestBuilder.post(url).setEntity(query, ContentType.APPLICATION_JSON).build(),
                    new BasicResponseConsumer<>(new StringAsyncEntityConsumer()), Timeout.ofSeconds(5), null).get();
            return answer.getBody().length();
        });
    }

    private static SSLContext tls() throws Exception {
        Path keys = Files.createTempDirectory("bank").resolve("keys.p12");
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair",
                "-keyalg", "EC", "-alias", "localhost", "-dname", "CN=localhost",
                "-ext", "san=dns:localhost", "-keystore", keys.toString(),
                "-storepass", new String(PASSWORD)).inheritIO().start().waitFor();
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keys)) {
            store.load(in, PASSWORD);
        }
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(store, PASSWORD);
        TrustManagerFactory others = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        others.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), others.getTrustManagers(), null);
        return context;
    }
}
