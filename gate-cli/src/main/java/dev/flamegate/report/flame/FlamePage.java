package dev.flamegate.report.flame;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.report.flame.FlameEvent.Side;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes {@code flame.html}: one file with data, scripts and style inside. Its content security policy names them by
 * their hashes and forbids everything else, so that nothing in a profile can run and nothing is fetched. Where scripts
 * are forbidden altogether the page shows the static picture.
 */
public final class FlamePage {
    /** The scripts, each after what it uses. */
    static final List<String> SCRIPTS = List.of(
            "format.js",
            "profile.js",
            "graph.js",
            "methods.js",
            "search.js",
            "sandwich.js",
            "colours.js",
            "state.js",
            "paint.js",
            "elements.js",
            "magnify.js",
            "chart.js",
            "facts.js",
            "filters.js",
            "table.js",
            "exports.js",
            "moves.js",
            "actions.js",
            "keys.js",
            "views.js",
            "toolbar.js",
            "sandwichview.js",
            "viewer.js",
            "start.js");

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Templates TEMPLATES = new Templates(FlamePage.class);

    public record Block(String key, TemplateHTMLOutputModel data) {}

    private FlamePage() {}

    /**
     * Writes the page.
     *
     * @throws IOException when {@code out} fails
     */
    public static void write(Appendable out, FlameInput input) throws IOException {
        String script = script();
        String style = TEMPLATES.resource("flame.css");
        List<Block> blocks = new ArrayList<>();
        StringBuilder picture = new StringBuilder();
        for (FlameEvent event : input.events()) {
            UnionTree tree = UnionTree.of(event);
            blocks.add(new Block(event.event().key(), Templates.markup(ProfileBlock.encode(event, tree))));
            if (event.event() == FlameSvg.shown(input).event()) {
                FlameSvg.write(picture, input, event, tree);
            }
        }
        Map<String, Object> values = Map.of(
                "title", Names.visible(Names.cut(input.title(), FlameLinks.LONGEST_NAME)),
                "links", input.links(),
                "scriptHash", Templates.markup(Templates.hash(script)),
                "styleHash", Templates.markup(Templates.hash(style)),
                "script", Templates.markup(script),
                "style", Templates.markup(style),
                "data", Templates.markup(data(input)),
                "blocks", blocks,
                "picture", Templates.markup(picture.toString()));
        out.append(TEMPLATES.render("flame.ftlh", values));
    }

    /** All scripts as one that leaves no name in the page's global scope. */
    static String script() {
        return SCRIPTS.stream()
                .map(TEMPLATES::resource)
                .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "})();\n"));
    }

    /**
     * The page's data in addition to the profiles themselves, as JSON that can be put inside a {@code script} element.
     * Names are values and never keys, so a key {@code __proto__} cannot occur.
     */
    static String data(FlameInput input) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
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
        return Escapes.scriptData(MAPPER.writeValueAsString(root));
    }

    private static ObjectNode event(FlameEvent event) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
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

    private static ObjectNode culprit(FlameInput.MarkedFrame culprit) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("event", culprit.event().key());
        node.put("frame", FlameLinks.shown(culprit.frame()));
        ArrayNode path = node.putArray("path");
        culprit.path().forEach(name -> path.add(FlameLinks.shown(name)));
        node.put("text", FlameLinks.shown(culprit.text()));
        return node;
    }
}
