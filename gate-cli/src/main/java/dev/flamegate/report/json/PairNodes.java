package dev.flamegate.report.json;

import dev.flamegate.model.Pair;
import dev.flamegate.model.Unit;
import dev.flamegate.report.ComparedPairs;
import dev.flamegate.report.ComparedPairs.Look;
import dev.flamegate.report.ComparedPairs.Series;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The pairs of a comparison in the result. */
final class PairNodes {
    private PairNodes() {}

    /** Adds {@code arms}, {@code pairs} and {@code detectable}. */
    static void put(ObjectNode root, ComparedPairs comparison) {
        ObjectNode arms = root.putObject("arms");
        arms.put("baseline", comparison.baseline());
        arms.put("candidate", comparison.candidate());
        ArrayNode pairs = root.putArray("pairs");
        for (int i = 0; i < comparison.pairs().size(); i++) {
            pair(pairs.addObject(), comparison, i);
        }
        ObjectNode detectable = root.putObject("detectable");
        for (Series series : comparison.series()) {
            Look last = series.last();
            if (!detectable.has(series.key())) {
                detectable.put(series.key(), last == null ? null : JsonReport.number(last.detectable(), Unit.RATIO));
            }
        }
    }

    private static void pair(ObjectNode node, ComparedPairs comparison, int index) {
        Pair pair = comparison.pairs().get(index);
        node.put("number", pair.number());
        ArrayNode order = node.putArray("order");
        pair.order().forEach(arm -> order.add(arm.name().toLowerCase(Locale.ROOT)));
        node.put("valid", pair.valid());
        node.put("invalid", pair.invalid());
        node.put("seconds", JsonReport.number(comparison.seconds().get(index), Unit.SECONDS));
        ObjectNode growth = node.putObject("growth");
        for (Series series : comparison.series()) {
            growth.put(series.key(), JsonReport.number(series.growth().get(index), Unit.RATIO));
        }
    }
}
