package dev.flamegate.report.formats;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.format.Outcomes;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.report.GateReport;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Service on the left, verdict on the right, with the worst growth of a broken rule. The viewer fits the text to the
 * picture, so it needs no font of its own; the symbol and the word repeat what the colour says.
 */
public final class Badge {
    private static final int HEIGHT = 20;
    private static final int PADDING = 6;

    /** Approximate width of a letter in the sans-serif fonts that badges are shown in. */
    private static final double LETTER = 6.6;

    private static final int LONGEST = 40;

    private Badge() {}

    /** The picture in UTF-8. */
    public static byte[] write(GateReport report) {
        Verdict verdict = report.judgement().verdict();
        String left = Names.visible(Names.cut(report.run().service(), LONGEST));
        String right = Outcomes.symbol(verdict) + " " + verdict
                + worstGrowth(report).map(growth -> " " + growth).orElse("");
        int leftWidth = width(left);
        int rightWidth = width(right);
        int all = leftWidth + rightWidth;
        String title = Escapes.html("Flamegate: " + left + " " + right);
        String svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + all + "\" height=\"" + HEIGHT
                + "\" role=\"img\" aria-label=\"" + title + "\">\n<title>" + title + "</title>\n"
                + rectangle(0, leftWidth, "#444c56")
                + rectangle(leftWidth, rightWidth, colour(verdict))
                + text(left, 0, leftWidth)
                + text(right, leftWidth, rightWidth)
                + "</svg>\n";
        return svg.getBytes(StandardCharsets.UTF_8);
    }

    private static Optional<String> worstGrowth(GateReport report) {
        return report.worstFirst().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL)
                .filter(finding -> finding.criterion() instanceof Criterion.Growth)
                .map(Finding::growth)
                .filter(growth -> growth != null && Double.isFinite(growth))
                .findFirst()
                .map(Numbers::growth);
    }

    private static String colour(Verdict verdict) {
        return switch (verdict) {
            case PASS -> "#1a7f37";
            case WARN -> "#8a5a00";
            case FAIL -> "#c1121f";
            case INCONCLUSIVE -> "#57606a";
            case INVALID -> "#7d3c98";
        };
    }

    private static String rectangle(int x, int width, String colour) {
        return "<rect x=\"" + x + "\" width=\"" + width + "\" height=\"" + HEIGHT + "\" fill=\"" + colour + "\"/>\n";
    }

    private static String text(String text, int x, int width) {
        return String.format(
                        Locale.ROOT,
                        "<text x=\"%d\" y=\"14\" fill=\"#ffffff\" font-family=\"Verdana,DejaVu Sans,sans-serif\""
                                + " font-size=\"11\" textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\">%s</text>%n",
                        x + PADDING,
                        width - 2 * PADDING,
                        Escapes.html(text))
                .replace("\r\n", "\n");
    }

    private static int width(String text) {
        return (int) Math.ceil(text.codePointCount(0, text.length()) * LETTER) + 2 * PADDING;
    }
}
