import java.util.ArrayList;
import java.util.List;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Works out an expression in a new context for each order, as rule engines do. */
public final class Service {
    private static final List<String> LINES = new ArrayList<>(List.of("bolt", "nut"));

    private Service() {}

    public static void main(String[] arguments) throws Exception {
        Expression rule = new SpelExpressionParser().parseExpression("customer.name.length() + lines.size() * cents");
        Order order = new Order();
        Serve.work(() -> rule.getValue(new StandardEvaluationContext(order), Integer.class));
    }

    public static final class Order {
        public Customer getCustomer() { return new Customer(); }
        public List<String> getLines() { return LINES; }
        public int getCents() { return 1299; }
    }

    public static final class Customer {
        public String getName() { return "Ada"; }
    }
}
