package dev.flamegate.publish.flame;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The methods of one profile by cost, or of two by growth, as one JSON object: all of them, or those asked for.
 * An observation from two profiles, not a test: intervals come with {@code flamegate compare}.
 */
public final class MethodsJson {
    /** The version of the object; increased when a reader of the previous version would misread it. */
    public static final int VERSION = 1;

    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /**
     * The input of the writers.
     *
     * @param unit of all costs: {@code s}, {@code B}, {@code samples}, {@code ratio}
     * @param per what a cost is for: {@code request}, {@code second}; empty for the whole profile
     * @param baseline name of the baseline; empty when there is one profile alone
     * @param candidate name of the candidate, or the only profile
     * @param before the baseline's samples; empty without one
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
            double afterFactor) {
        /** The baseline's samples; {@code null} without a baseline. */
        @Nullable
        public CallTree compared() {
            return baseline.isPresent() ? before : null;
        }

        /** The common beginning of every answer about these profiles. */
        public ObjectNode head() {
            ObjectNode root = JsonNodeFactory.instance.objectNode();
            root.put("version", VERSION);
            root.put("event", event.key());
            root.put("unit", unit);
            root.put("per", per.isEmpty() ? null : per);
            baseline.ifPresent(name -> side(root.putObject("baseline"), name, before.weight() * beforeFactor));
            side(root.putObject("candidate"), candidate, after.weight() * afterFactor);
            return root;
        }
    }

    /** The order of methods; those of equal cost are in order of their names. */
    public enum Order {
        /** Methods by the growth of their self cost; by their self cost when there is one profile alone. */
        GROWTH,
        /** Methods by their self cost in the candidate. */
        SELF,
        /** Methods by their total cost in the candidate, with all that they call. */
        TOTAL
    }

    /**
     * The selection of methods.
     *
     * @param containing a part of their name in any case; empty for all
     * @param skip how many of them to leave out at the beginning
     * @param limit how many are shown at most
     */
    public record Wanted(Order order, String containing, int skip, int limit) {
        private List<MethodCost> of(List<MethodCost> methods) {
            String part = containing.toLowerCase(Locale.ROOT);
            List<MethodCost> found = methods.stream()
                    .filter(method -> method.name().toLowerCase(Locale.ROOT).contains(part))
                    .toList();
            if (order == Order.GROWTH) {
                return found; // as they come
            }
            return found.stream()
                    .sorted(Comparator.comparingDouble((MethodCost method) ->
                                    -(order == Order.SELF ? method.self() : method.total()).candidate())
                            .thenComparing(MethodCost::name))
                    .toList();
        }
    }

    private MethodsJson() {}

    /** The object with all methods by growth, indented and ended by a line feed. */
    public static String write(Input input) {
        ObjectNode root = of(input, new Wanted(Order.GROWTH, "", 0, Integer.MAX_VALUE), Map.of());
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root).replace("\r\n", "\n") + "\n";
    }

    /**
     * The object with the methods wanted; {@code more} says how many of them are left out at the end.
     *
     * @param tested what the trials say of methods: only of these it is known whether a change is significant
     */
    public static ObjectNode of(Input input, Wanted wanted, Map<String, FrameCost> tested) {
        ObjectNode root = input.head();
        List<MethodCost> methods =
                wanted.of(Hotspots.between(input.compared(), input.beforeFactor, input.after, input.afterFactor)
                        .methods());
        var array = root.putArray("methods");
        methods.stream().skip(wanted.skip).limit(wanted.limit).forEach(method -> {
            ObjectNode node = array.addObject();
            add(node, method, input.baseline.isPresent());
            FrameCost trials = tested.get(method.name());
            if (trials != null) {
                significance(node.withObject("self"), trials.self());
                significance(node.withObject("total"), trials.inclusive());
            }
        });
        int more = methods.size() - wanted.skip - array.size();
        if (more > 0) {
            root.put("more", more);
        }
        return root;
    }

    private static void significance(ObjectNode node, FrameCost.Cost trials) {
        if (trials.tested()) {
            node.put("significant", trials.significant());
        }
    }

    private static void side(ObjectNode node, String name, double total) {
        node.put("name", name);
        node.put("total", rounded(total));
    }

    public static void add(ObjectNode node, MethodCost method, boolean compared) {
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

    public static void add(ObjectNode node, MethodCost.Cost cost, boolean compared) {
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
