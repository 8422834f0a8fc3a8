import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** Writes a small document with a new mapper each time, as many applications do. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, Object> order = Map.of("sku", "bolt-m4", "quantity", 40);
        Serve.work(() -> new ObjectMapper().writeValueAsString(order).length());
    }
}
