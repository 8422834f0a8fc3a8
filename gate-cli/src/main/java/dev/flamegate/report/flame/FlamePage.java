package dev.flamegate.report.flame;

import dev.flamegate.format.Names;
import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes {@code flame.html}: one file with data, scripts and style inside. Its content policy names them by their hashes
 * and forbids everything else, so that nothing in a profile can run and nothing is fetched. Where scripts are forbidden
 * altogether the page shows the static picture.
 */
public final class FlamePage {
    /** The scripts, each after what it uses. */
    static final List<String> SCRIPTS = List.of(
            "format.js",
            "inflate.js",
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

    private static final Templates TEMPLATES = new Templates(FlamePage.class);

    /** One event's block of data. */
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
                "data", Templates.markup(PageData.json(input)),
                "blocks", blocks,
                "picture", Templates.markup(picture.toString()));
        out.append(TEMPLATES.render("flame.ftlh", values));
    }

    /** All scripts as one that leaves nothing behind in the page's global scope. */
    static String script() {
        return SCRIPTS.stream()
                .map(TEMPLATES::resource)
                .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "})();\n"));
    }
}
