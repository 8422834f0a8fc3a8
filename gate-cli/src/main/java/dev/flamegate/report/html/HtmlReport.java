package dev.flamegate.report.html;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.template.Templates;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The HTML report: {@code index.html} and, unless all is to be in one file, {@code report.css} next to it. */
public final class HtmlReport {
    public static final String PAGE = "index.html";

    /** Name of the style sheet next to the page. */
    public static final String SHEET = "report.css";

    private static final Templates TEMPLATES = new Templates(HtmlReport.class);

    private HtmlReport() {}

    /** The files of a report beside which no instructions are shown. */
    public static Map<String, byte[]> write(GateReport report, Optional<FlameInput> flame, boolean singleFile) {
        return write(report, flame, Optional.empty(), singleFile);
    }

    /**
     * The files by name, in UTF-8.
     *
     * @param flame what the viewer next to the page shows; empty without a viewer
     * @param instructions where a page of counted instructions is, relative to this one; empty without one
     * @param singleFile whether the style sheet is inside the page: fine on a disk, blocked by Jenkins
     */
    public static Map<String, byte[]> write(
            GateReport report, Optional<FlameInput> flame, Optional<String> instructions, boolean singleFile) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        String sheet = sheet();
        Page page = Page.of(report, flame, instructions, singleFile ? sheet : "");
        files.put(PAGE, utf8(TEMPLATES.render("index.ftlh", Map.of("page", page))));
        if (!singleFile) {
            files.put(SHEET, utf8(sheet));
        }
        return files;
    }

    /** The style sheet, for other pages next to this one. */
    public static String sheet() {
        return TEMPLATES.resource(SHEET);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
