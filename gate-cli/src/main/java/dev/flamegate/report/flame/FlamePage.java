package dev.flamegate.report.flame;

import dev.flamegate.report.format.Names;
import freemarker.core.HTMLOutputFormat;
import freemarker.core.TemplateHTMLOutputModel;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateModelException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
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

    private static final Configuration TEMPLATES = templates();

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
        String style = resource("flame.css");
        List<Block> blocks = new ArrayList<>();
        StringBuilder picture = new StringBuilder();
        for (FlameEvent event : input.events()) {
            UnionTree tree = UnionTree.of(event);
            blocks.add(new Block(event.event().key(), markup(ProfileBlock.encode(event, tree))));
            if (event.event() == FlameSvg.shown(input).event()) {
                FlameSvg.write(picture, input, event, tree);
            }
        }
        Map<String, Object> values = Map.of(
                "title", Names.visible(Names.cut(input.title(), FlameLinks.LONGEST_NAME)),
                "links", input.links(),
                "scriptHash", markup(hash(script)),
                "styleHash", markup(hash(style)),
                "script", markup(script),
                "style", markup(style),
                "data", markup(PageData.json(input)),
                "blocks", blocks,
                "picture", markup(picture.toString()));
        out.append(render(values));
    }

    /** All scripts as one that leaves nothing behind in the page's global scope. */
    static String script() {
        return SCRIPTS.stream()
                .map(FlamePage::resource)
                .collect(Collectors.joining("\n", "(() => {\n'use strict';\n", "})();\n"));
    }

    private static String render(Map<String, Object> values) {
        StringWriter text = new StringWriter();
        try {
            TEMPLATES.getTemplate("flame.ftlh").process(values, text);
        } catch (IOException | TemplateException e) {
            throw new IllegalStateException("the flame page's template failed: " + e.getMessage(), e);
        }
        return text.toString();
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256: " + e.getMessage(), e);
        }
    }

    private static TemplateHTMLOutputModel markup(String markup) {
        try {
            return HTMLOutputFormat.INSTANCE.fromMarkup(markup);
        } catch (TemplateModelException e) {
            throw new IllegalStateException("markup could not be wrapped: " + e.getMessage(), e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = FlamePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from this build of flamegate: install it again");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " could not be read from this build of flamegate", e);
        }
    }

    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(FlamePage.class, "");
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        configuration.setFallbackOnNullLoopVariable(false);
        return configuration;
    }
}
