package dev.flamegate.report.flame;

import dev.flamegate.report.flame.FlameEvent.Change;
import dev.flamegate.report.flame.FlameEvent.MethodChange;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What the trials say of single methods, as JSON: an array of name's index, change of the total, change of the self. */
final class MethodData {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** As in the JSON report. */
    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);

    private MethodData() {}

    /**
     * The methods that are in the tree.
     *
     * @param names indexes of names as shown
     */
    static String json(Map<String, MethodChange> methods, Map<String, Integer> names) {
        ArrayNode all = NODES.arrayNode();
        new TreeMap<>(methods).forEach((name, change) -> {
            Integer index = names.get(FlameLinks.shown(name));
            if (index != null) {
                ArrayNode node = all.addArray().add(index);
                add(node, change.total());
                add(node, change.self());
            }
        });
        return MAPPER.writeValueAsString(all);
    }

    /** Baseline, candidate, bounds, whether significant, confidence; null for unknown and for unbounded. */
    private static void add(ArrayNode node, Optional<Change> change) {
        if (change.isEmpty()) {
            node.addNull();
            return;
        }
        Change known = change.get();
        ArrayNode values = node.addArray();
        add(values, known.baseline());
        add(values, known.candidate());
        add(values, known.growth().low());
        add(values, known.growth().high());
        values.add(known.significant() ? 1 : 0).add(known.growth().confidence());
    }

    private static void add(ArrayNode values, double value) {
        if (Double.isFinite(value)) {
            values.add(BigDecimal.valueOf(value).round(PRECISION).doubleValue());
        } else {
            values.addNull();
        }
    }
}
