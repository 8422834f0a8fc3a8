package dev.flamegate.report.site;

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
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Writes the pages of a site. */
public final class SiteWriter {
    /** The page to open. */
    public static final String PAGE = "index.html";

    private static final String SHEET = "site.css";
    private static final String SCRIPT = "compare.js";
    private static final Configuration TEMPLATES = templates();

    private SiteWriter() {}

    /** The files by name, in UTF-8. */
    public static Map<String, byte[]> write(Site site) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        RunsPage runs = RunsPage.of(site);
        Map<String, Object> common = Map.of("written", Texts.time(site.written()), "version", site.version());
        files.put(PAGE, render("runs.ftlh", common, runs));
        files.put("trends.html", render("trends.ftlh", common, TrendsPage.of(site)));
        files.put("culprits.html", render("culprits.ftlh", common, CulpritsPage.of(site)));
        String script = resource(SCRIPT);
        files.put(
                "compare.html",
                render(
                        "compare.ftlh",
                        common,
                        new ComparePage(
                                markup(script),
                                hash(script),
                                markup(RunData.of(site)),
                                hash(resource(SHEET)),
                                markup(resource(SHEET)))));
        files.put(SHEET, (resource(SHEET) + runs.filterRules()).getBytes(StandardCharsets.UTF_8));
        return files;
    }

    /**
     * The page that compares any two runs: everything is in it, since pages from a disk may fetch nothing.
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
        StringWriter text = new StringWriter();
        try {
            TEMPLATES.getTemplate(template).process(model, text);
        } catch (IOException | TemplateException e) {
            throw new IllegalStateException("the site's template failed: " + e.getMessage(), e);
        }
        return text.toString().replace("\r\n", "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Markup made here, which the template takes as it is. */
    static TemplateHTMLOutputModel markup(String markup) {
        try {
            return HTMLOutputFormat.INSTANCE.fromMarkup(markup);
        } catch (TemplateModelException e) {
            throw new IllegalStateException("markup could not be wrapped: " + e.getMessage(), e);
        }
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = SiteWriter.class.getResourceAsStream(name)) {
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
        configuration.setClassForTemplateLoading(SiteWriter.class, "");
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setTimeZone(TimeZone.getTimeZone("UTC"));
        configuration.setNumberFormat("c");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        configuration.setFallbackOnNullLoopVariable(false);
        return configuration;
    }
}
