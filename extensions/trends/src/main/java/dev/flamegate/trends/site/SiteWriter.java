package dev.flamegate.trends.site;

import dev.flamegate.report.template.Templates;
import freemarker.core.TemplateHTMLOutputModel;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

public final class SiteWriter {
    /** The page to open. */
    public static final String PAGE = "index.html";

    private static final String SHEET = "site.css";
    private static final String SCRIPT = "compare.js";
    private static final Templates TEMPLATES = new Templates(SiteWriter.class);

    private SiteWriter() {}

    /** The files by name, in UTF-8. */
    public static Map<String, byte[]> write(SiteData site) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        RunsPage runs = RunsPage.of(site);
        Map<String, Object> common = Map.of("written", Texts.time(site.written()), "version", site.version());
        files.put(PAGE, render("runs.ftlh", common, runs));
        files.put("trends.html", render("trends.ftlh", common, TrendsPage.of(site)));
        files.put("culprits.html", render("culprits.ftlh", common, CulpritsPage.of(site)));
        String script = TEMPLATES.resource(SCRIPT);
        files.put(
                "compare.html",
                render(
                        "compare.ftlh",
                        common,
                        new ComparePage(
                                Templates.markup(script),
                                Templates.hash(script),
                                Templates.markup(RunData.of(site)),
                                Templates.hash(TEMPLATES.resource(SHEET)),
                                Templates.markup(TEMPLATES.resource(SHEET)))));
        files.put(SHEET, (TEMPLATES.resource(SHEET) + runs.filterRules()).getBytes(StandardCharsets.UTF_8));
        return files;
    }

    /**
     * The page that compares any two runs: everything is in it, since pages opened from a disk cannot fetch anything.
     *
     * @param data JSON that cannot end its element
     */
    public record ComparePage(
            TemplateHTMLOutputModel script,
            String scriptHash,
            TemplateHTMLOutputModel data,
            String styleHash,
            TemplateHTMLOutputModel style) {}

    private static byte[] render(String template, Map<String, Object> common, Object page) {
        Map<String, Object> model = new LinkedHashMap<>(common);
        model.put("page", page);
        return TEMPLATES.render(template, model).getBytes(StandardCharsets.UTF_8);
    }
}
