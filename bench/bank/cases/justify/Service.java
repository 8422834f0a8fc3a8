import java.io.StringReader;
import javax.json.JsonReader;
import org.leadpony.justify.api.JsonSchema;
import org.leadpony.justify.api.JsonValidationService;
import org.leadpony.justify.api.ProblemHandler;

/** Reads an order and validates it while reading. */
public final class Service {
    private static final String SCHEMA = "{\"type\":\"object\",\"required\":[\"sku\",\"lines\"],\"properties\":"
            + "{\"sku\":{\"type\":\"string\",\"minLength\":1},\"lines\":{\"type\":\"array\",\"items\":{\"type\":\"object\","
            + "\"properties\":{\"quantity\":{\"type\":\"integer\",\"minimum\":1},\"cents\":{\"type\":\"integer\"}}}}}}";

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        JsonValidationService service = JsonValidationService.newInstance();
        JsonSchema schema = service.readSchema(new StringReader(SCHEMA));
        StringBuilder lines = new StringBuilder("{\"quantity\":1,\"cents\":1299}");
        for (int i = 2; i <= 100; i++) {
            lines.append(",{\"quantity\":").append(i).append(",\"cents\":1299}");
        }
        String order = "{\"sku\":\"bolt-m4\",\"lines\":[" + lines + "]}";
        Serve.work(() -> {
            ProblemHandler handler = ProblemHandler.throwing();
            try (JsonReader reader = service.createReader(new StringReader(order), schema, handler)) {
                return reader.readObject().getJsonArray("lines").size();
            }
        });
    }
}
