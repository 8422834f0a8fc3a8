package dev.flamegate.report.json;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The methods of one profile by cost, or of two by growth, as one JSON object. Every method is included.
 * An observation from two profiles, not a test: intervals come with {@code flamegate compare}.
 */
public final class MethodsJson {
    /** Increased when a reader of the previous version would misread the object. */
    public static final int VERSION = 1;

    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * What is written.
     *
     * @param unit of all costs: {@code s}, {@code B}, {@code samples}, {@code ratio}
     * @param per what a cost is for: {@code request}, {@code second}; empty for the whole profile
     * @param baseline name of the baseline; empty when there is one profile alone
     * @param candidate name of the candidate, or the only profile
     * @param before the baseline's samples; empty when there is none
     * @param beforeFactor cost of one unit of their weight
     * @param after the candidate's samples
     * @param afterFactor cost of one unit of their weight
     */
    public record Input(
            ProfileEvent event,
            String unit,
            String per,
            Optional<String> baseline,
            String candidate,
            CallTree before,
            double beforeFactor,
            CallTree after,
            double afterFactor) {}

    private MethodsJson() {}

    /** The object, indented and ended by a line feed. */
    public static String write(Input input) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", VERSION);
        root.put("event", input.event.key());
        root.put("unit", input.unit);
        root.put("per", input.per.isEmpty() ? null : input.per);
        input.baseline.ifPresent(
                name -> side(root.putObject("baseline"), name, input.before.weight() * input.beforeFactor));
        side(root.putObject("candidate"), input.candidate, input.after.weight() * input.afterFactor);
        List<MethodCost> methods = Hotspots.between(
                        input.baseline.isPresent() ? input.before : null,
                        input.beforeFactor,
                        input.after,
                        input.afterFactor)
                .methods();
        var array = root.putArray("methods");
        for (MethodCost method : methods) {
            add(array.addObject(), method, input.baseline.isPresent());
        }
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    private static void side(ObjectNode node, String name, double total) {
        node.put("name", name);
        node.put("total", rounded(total));
    }

    private static void add(ObjectNode node, MethodCost method, boolean compared) {
        node.put("frame", method.name());
        if (!method.original().equals(method.name())) {
            node.put("original", method.original());
        }
        if (method.line() > 0) {
            node.put("line", method.line());
        }
        add(node.putObject("self"), method.self(), compared);
        add(node.putObject("total"), method.total(), compared);
    }

    private static void add(ObjectNode node, MethodCost.Cost cost, boolean compared) {
        if (compared) {
            node.put("baseline", rounded(cost.baseline()));
        }
        node.put("candidate", rounded(cost.candidate()));
        if (compared) {
            node.put("growth", rounded(cost.change()));
        }
    }

    private static double rounded(double value) {
        return BigDecimal.valueOf(value).round(PRECISION).doubleValue();
    }
}
