package dev.flamegate.report.html;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameInput;
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
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;

/** The HTML report: {@code index.html} and, unless all is to be in one file, {@code report.css} beside it. */
public final class HtmlReport {
    /** Name of the page among the files. */
    public static final String PAGE = "index.html";

    private static final String SHEET = "report.css";
    private static final Configuration TEMPLATES = templates();

    private HtmlReport() {}

    /**
     * The files by name, in UTF-8.
     *
     * @param flame what the viewer beside the page shows; empty when there is none
     * @param singleFile whether the style sheet stands inside the page: fine on a disk, refused by Jenkins
     */
    public static Map<String, byte[]> write(GateReport report, Optional<FlameInput> flame, boolean singleFile) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        byte[] sheet = sheet();
        Page page = Page.of(report, flame, singleFile ? new String(sheet, StandardCharsets.UTF_8) : "");
        files.put(PAGE, render(page));
        if (!singleFile) {
            files.put(SHEET, sheet);
        }
        return files;
    }

    private static byte[] render(Page page) {
        StringWriter text = new StringWriter();
        try {
            TEMPLATES.getTemplate("index.ftlh").process(Map.of("page", page), text);
        } catch (IOException | TemplateException e) {
            throw new IllegalStateException("the HTML report's template failed: " + e.getMessage(), e);
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

    private static byte[] sheet() {
        try (InputStream in = HtmlReport.class.getResourceAsStream(SHEET)) {
            if (in == null) {
                throw new IllegalStateException(SHEET + " is missing from this build of flamegate: install it again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(SHEET + " could not be read from this build of flamegate", e);
        }
    }

    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(HtmlReport.class, "");
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
