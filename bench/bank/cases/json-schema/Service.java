import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;

/** Validates a document of an order against its schema. */
public final class Service {
    private static final String SCHEMA = "{\"$schema\":\"https://json-schema.org/draft/2019-09/schema\",\"type\":\"object\","
            + "\"required\":[\"sku\",\"lines\"],\"properties\":{\"sku\":{\"type\":\"string\",\"minLength\":1},"
            + "\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"properties\":{"
            + "\"quantity\":{\"type\":\"integer\",\"minimum\":1},\"cents\":{\"type\":\"integer\"}}}}}}";

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 10; i++) {
            lines.append(i == 0 ? "" : ",").append("{\"quantity\":").append(i + 1).append(",\"cents\":1299}");
        }
        JsonNode order = mapper.readTree("{\"sku\":\"bolt-m4\",\"lines\":[" + lines + "]}");
        JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V201909).getSchema(mapper.readTree(SCHEMA));
        Serve.work(() -> schema.validate(order).size());
    }
}
