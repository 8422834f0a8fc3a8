package dev.flamegate.publish.mcp;

import dev.flamegate.publish.flame.MethodsJson;
import dev.flamegate.publish.flame.MethodsJson.Order;
import dev.flamegate.publish.flame.MethodsJson.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Lists the methods that cost most, or grew most. */
final class TopMethods implements Tool {
    private static final List<String> ORDERS = Stream.of(Order.values())
            .map(order -> order.name().toLowerCase(Locale.ROOT))
            .toList();

    @Override
    public String name() {
        return "top_methods";
    }

    @Override
    public String description() {
        return "The methods of a flame graph: cost of each by itself (self) and with all it calls (total), per request, in"
                + " `unit` (s: seconds, B: bytes). Of a comparison, or of a run with a baseline, also how much each"
                + " grew, and where there are trials enough whether that is significant. A growth without that is an"
                + " observation: the verdict and the culprit are in show_result.";
    }

    @Override
    public List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>(StoredProfiles.parameters());
        parameters.add(Parameter.word(
                "order",
                "By growth of their own cost (default; of one profile alone, by their own cost), by self or by total.",
                ORDERS));
        parameters.add(Parameter.text("containing", "Only methods with this in their name, such as a package."));
        parameters.add(Parameter.LIMIT);
        parameters.add(Parameter.SKIP);
        return parameters;
    }

    @Override
    public ObjectNode answer(Arguments arguments, Stored stored) {
        Order order = arguments
                .word("order", ORDERS)
                .map(word -> Order.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(Order.GROWTH);
        Wanted wanted = new Wanted(order, arguments.text("containing").orElse(""), arguments.skip(), arguments.limit());
        StoredProfiles profiles = StoredProfiles.of(arguments, stored);
        return MethodsJson.of(profiles.input(), wanted, profiles.tested());
    }
}
