import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads an item from a table of an account; the answer is made here, so that nothing is sent. */
public final class Service {
    private static final byte[] ITEM =
            "{\"Item\":{\"sku\":{\"S\":\"bolt-m4\"},\"cents\":{\"N\":\"1299\"}}}".getBytes(StandardCharsets.UTF_8);

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        AwsBasicCredentials account = AwsBasicCredentials.builder()
                .accessKeyId("id").secretAccessKey("key").accountId("123456789012").build();
        DynamoDbClient client = DynamoDbClient.builder().region(Region.EU_WEST_1)
                .credentialsProvider(StaticCredentialsProvider.create(account)).httpClient(new Stub()).build();
        Map<String, AttributeValue> key = Map.of("sku", AttributeValue.fromS("bolt-m4"));
        Serve.work(() -> client.getItem(request -> request.tableName("items").key(key)).item().size());
    }

    private static final class Stub implements SdkHttpClient {
        @Override
        public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
            return new ExecutableHttpRequest() {
                @Override
                public HttpExecuteResponse call() {
                    return HttpExecuteResponse.builder()
                            .response(SdkHttpResponse.builder().statusCode(200).build())
                            .responseBody(AbortableInputStream.create(new ByteArrayInputStream(ITEM)))
                            .build();
                }

                @Override
                public void abort() {}
            };
        }

        @Override
        public void close() {}
    }
}
