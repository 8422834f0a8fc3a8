import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.jackson.dataformat.MessagePackFactory;

/** Writes orders as MessagePack. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper(new MessagePackFactory());
        List<Line> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            order.add(new Line("bolt-" + i, i + 1, 12.99));
        }
        Serve.work(() -> mapper.writeValueAsBytes(order).length);
    }

    public static final class Line {
        public final String sku;
        public final int quantity;
        public final double price;

        Line(String sku, int quantity, double price) {
            this.sku = sku;
            this.quantity = quantity;
            this.price = price;
        }
    }
}
