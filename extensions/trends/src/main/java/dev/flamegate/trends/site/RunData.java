package dev.flamegate.trends.site;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Indicator;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The values of all runs as JSON, for the script that compares any two:
 * {@code {"indicators": [[name, unit]…], "kinds": [[service, fingerprint]…], "runs": [[id, kind, time, verdict,
 * commit, value…]…]}}, values in the unit of their indicator, the latest run first.
 */
final class RunData {
    private static final MathContext PRECISION = new MathContext(5);

    private RunData() {}

    /** JSON without {@code <}, so that its content cannot end the surrounding element. */
    static String of(SiteData site) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        ObjectNode root = nodes.objectNode();
        Map<String, Indicator> indicators = new LinkedHashMap<>();
        site.kinds()
                .forEach(kind -> kind.trends()
                        .forEach(trend ->
                                indicators.putIfAbsent(trend.indicator().name(), trend.indicator())));
        ArrayNode named = root.putArray("indicators");
        for (Indicator indicator : indicators.values()) {
            named.addArray()
                    .add(Names.visible(indicator.name()))
                    .add(indicator.unit().symbol());
        }
        ArrayNode kinds = root.putArray("kinds");
        List<ArrayNode> rows = new ArrayList<>();
        for (int k = 0; k < site.kinds().size(); k++) {
            SiteData.Kind kind = site.kinds().get(k);
            ObjectNode fingerprint = nodes.objectNode();
            kind.fingerprint().forEach((name, value) -> fingerprint.put(Names.visible(name), Names.visible(value)));
            kinds.addArray().add(Names.visible(kind.service())).add(fingerprint);
            for (int i = 0; i < kind.runs().size(); i++) {
                rows.add(row(kind, k, i, List.copyOf(indicators.values())));
            }
        }
        rows.sort((one, other) -> other.get(2).asString("").compareTo(one.get(2).asString("")));
        root.putArray("runs").addAll(rows);
        return Escapes.scriptData(JsonMapper.shared().writeValueAsString(root));
    }

    private static ArrayNode row(SiteData.Kind kind, int number, int i, List<Indicator> indicators) {
        SiteData.Measured run = kind.runs().get(i);
        ArrayNode row = JsonNodeFactory.instance.arrayNode();
        row.add(Names.visible(run.id()))
                .add(number)
                .add(Texts.time(run.started()))
                .add(run.verdict().map(Verdict::name).orElse(""))
                .add(Texts.commit(run.commit()));
        for (Indicator indicator : indicators) {
            double value = kind.trends().stream()
                    .filter(trend -> trend.indicator().name().equals(indicator.name()))
                    .mapToDouble(trend -> trend.values().get(i))
                    .findFirst()
                    .orElse(Double.NaN);
            if (Double.isFinite(value)) {
                row.add(BigDecimal.valueOf(value / indicator.unit().toBase()).round(PRECISION));
            } else {
                row.addNull();
            }
        }
        return row;
    }
}
