package dev.flamegate.sample;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.BadRequest;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Takes an order, checks and prices it, and returns the priced order; nothing is stored. */
final class OrderEndpoint implements Endpoint {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LINES_LIMIT = 100;

    private final PriceList prices = new PriceList();

    @Override
    public String method() {
        return "POST";
    }

    @Override
    public String path() {
        return "/orders";
    }

    @Override
    public Answer answer(Request request) throws Exception {
        Order order = read(request.body());
        List<PricedLine> lines = order.lines().stream()
                .map(line -> new PricedLine(line.sku(), line.quantity(), prices.cents(line.sku(), line.quantity())))
                .toList();
        long net = lines.stream().mapToLong(PricedLine::cents).sum();
        return Answer.json(201, new PricedOrder(order.customer(), lines, net, prices.withTax(net)));
    }

    private static Order read(byte[] body) throws BadRequest {
        Incoming incoming;
        try {
            incoming = JSON.readValue(body, Incoming.class);
        } catch (JacksonException e) {
            throw new BadRequest("the body is not an order: " + e.getOriginalMessage());
        }
        return check(incoming);
    }

    private static Order check(@Nullable Incoming incoming) throws BadRequest {
        if (incoming == null
                || incoming.customer() == null
                || incoming.customer().isBlank()) {
            throw new BadRequest("an order needs a customer");
        }
        if (incoming.lines() == null
                || incoming.lines().isEmpty()
                || incoming.lines().size() > LINES_LIMIT) {
            throw new BadRequest("an order must have 1 to " + LINES_LIMIT + " lines");
        }
        for (@Nullable Line line : incoming.lines()) {
            if (line == null || line.sku() == null || line.sku().isBlank()) {
                throw new BadRequest("a line needs a sku");
            }
            if (line.quantity() < 1 || line.quantity() > 1000) {
                throw new BadRequest(line.quantity() + ": a quantity must be from 1 to 1000");
            }
        }
        return new Order(incoming.customer(), incoming.lines());
    }

    /** An order as the client sent it, not yet checked. */
    record Incoming(@Nullable String customer, @Nullable List<Line> lines) {}

    record Line(String sku, int quantity) {}

    /** An order that was checked. */
    record Order(String customer, List<Line> lines) {}

    record PricedLine(String sku, int quantity, long cents) {}

    /** Answer to {@code POST /orders}. */
    record PricedOrder(String customer, List<PricedLine> lines, long netCents, long grossCents) {}
}
