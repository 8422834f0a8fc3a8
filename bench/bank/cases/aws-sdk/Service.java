import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Executors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads an item from a table, which a stub in the same process has. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        System.setProperty("sun.net.httpserver.nodelay", "true");
        byte[] item = "{\"Item\":{\"sku\":{\"S\":\"bolt-m4\"},\"cents\":{\"N\":\"1299\"}}}".getBytes(StandardCharsets.UTF_8);
        HttpServer stub = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        stub.setExecutor(Executors.newFixedThreadPool(8));
        stub.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(200, item.length);
            exchange.getResponseBody().write(item);
            exchange.close();
        });
        stub.start();
        DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + stub.getAddress().getPort()))
                .region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "key")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        Map<String, AttributeValue> key = Map.of("sku", AttributeValue.fromS("bolt-m4"));
        Serve.work(() -> client.getItem(request -> request.tableName("items").key(key)).item().size());
    }
}
