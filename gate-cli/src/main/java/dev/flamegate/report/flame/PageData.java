package dev.flamegate.report.flame;

import dev.flamegate.report.flame.FlameEvent.Side;
import java.util.Locale;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the page knows beside the profiles themselves, as JSON that can stand inside a {@code script} element. Names
 * are values and never keys, so that none of them can be {@code __proto__}.
 */
final class PageData {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PageData() {}

    static String json(FlameInput input) {
        ObjectNode root = NODES.objectNode();
        root.put("title", FlameLinks.shown(input.title()));
        input.baseline().ifPresent(name -> root.put("baseline", FlameLinks.shown(name)));
        root.put("candidate", FlameLinks.shown(input.candidate()));
        ArrayNode events = root.putArray("events");
        input.events().forEach(event -> events.add(event(event)));
        input.culprit().ifPresent(culprit -> root.set("culprit", culprit(culprit)));
        ArrayNode sources = root.putArray("sources");
        new TreeMap<>(input.sources())
                .forEach((name, file) ->
                        sources.addArray().add(FlameLinks.shown(name)).add(FlameLinks.shown(file)));
        return MAPPER.writeValueAsString(root).replace("<", "\\u003c");
    }

    private static ObjectNode event(FlameEvent event) {
        ObjectNode node = NODES.objectNode();
        node.put("key", event.event().key());
        node.put("symbol", event.unit().symbol());
        node.put("dimension", event.unit().dimension().name().toLowerCase(Locale.ROOT));
        node.put("toBase", event.unit().toBase());
        node.put("per", FlameLinks.shown(event.per()));
        ArrayNode factors = node.putArray("factors");
        factors.add(event.baseline().map(Side::factor).orElse(0.0));
        factors.add(event.candidate().map(Side::factor).orElse(0.0));
        node.put("hasBaseline", event.baseline().isPresent());
        node.put("hasCandidate", event.candidate().isPresent());
        return node;
    }

    private static ObjectNode culprit(FlameCulprit culprit) {
        ObjectNode node = NODES.objectNode();
        node.put("event", culprit.event().key());
        node.put("frame", FlameLinks.shown(culprit.frame()));
        ArrayNode path = node.putArray("path");
        culprit.path().forEach(name -> path.add(FlameLinks.shown(name)));
        node.put("text", FlameLinks.shown(culprit.text()));
        return node;
    }
}
