package dev.flamegate.format;

import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Text from outside on its way into an output, one function per format: names of methods, files and branches, subjects
 * of commits, ids of rules, and messages that quote the service may contain anything. None of these functions is
 * meant to be reversible; invisible characters are written out as {@link Names#visible} does.
 */
public final class Escapes {
    /** Characters with a meaning inside a line of a card's Markdown, and those that make an address of a text. */
    private static final Pattern CARD = Pattern.compile("[\\\\`*_{}\\[\\]<>~&@]|:(?=//)|(?<=\\b(?i:www))\\.");

    private Escapes() {}

    /** Escapes a text for a terminal: lines and tabs stay, anything that could control it is written out. */
    public static String terminal(String text) {
        String lines = text.replace("\r\n", "\n");
        StringBuilder out = new StringBuilder(lines.length());
        int start = 0;
        for (int i = 0; i <= lines.length(); i++) {
            if (i == lines.length() || lines.charAt(i) == '\n' || lines.charAt(i) == '\t') {
                out.append(Names.visible(lines.substring(start, i)));
                if (i < lines.length()) {
                    out.append(lines.charAt(i));
                }
                start = i + 1;
            }
        }
        return out.toString();
    }

    /**
     * Escapes a text for Markdown: a code span whose fence is longer than any run of back-ticks inside, so that
     * mentions, references and links mean nothing.
     */
    public static String markdown(String text) {
        String shown = Names.visible(text);
        String fence = "`".repeat(longestRun(shown) + 1);
        boolean pad = shown.isBlank() || shown.startsWith("`") || shown.endsWith("`");
        String space = pad ? " " : "";
        return fence + space + shown + space + fence;
    }

    /** Escapes a text for HTML, SVG and XML: the content of an element, or of an attribute in quotes. */
    public static String html(String text) {
        return Names.visible(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /**
     * Escapes a text for an HTML block inside Markdown: a code element, in which Markdown means nothing as it has no
     * empty line.
     */
    public static String code(String text) {
        return "<code>" + html(text) + "</code>";
    }

    /** Escapes the message of a workflow command of GitHub Actions; lines stay. */
    public static String command(String text) {
        return text.lines()
                .map(Names::visible)
                .map(line -> line.replace("%", "%25"))
                .collect(Collectors.joining("%0A"));
    }

    /** Escapes a property of a workflow command of GitHub Actions. */
    public static String commandProperty(String text) {
        return command(text).replace(":", "%3A").replace(",", "%2C");
    }

    /**
     * Escapes the message of a logging command of Azure Pipelines; lines stay. Its agents read {@code %AZP25}, not
     * {@code %25}, as a percent sign.
     */
    public static String azure(String text) {
        return text.lines()
                .map(Names::visible)
                .map(line -> line.replace("%", "%AZP25"))
                .collect(Collectors.joining("%0A"));
    }

    /** Escapes a property of a logging command of Azure Pipelines. */
    public static String azureProperty(String text) {
        return azure(text).replace(";", "%3B").replace("]", "%5D");
    }

    /** Escapes a value of a service message of TeamCity, in its quotes; lines stay. */
    public static String teamCity(String text) {
        return text.lines().map(Names::visible).map(Escapes::teamCityLine).collect(Collectors.joining("|n"));
    }

    private static String teamCityLine(String line) {
        StringBuilder out = new StringBuilder(line.length());
        for (char c : line.toCharArray()) {
            if (c > '~') {
                out.append("|0x").append(HexFormat.of().toHexDigits(c));
            } else {
                out.append("|'[]".indexOf(c) < 0 ? "" : "|").append(c);
            }
        }
        return out.toString();
    }

    /**
     * Escapes a text for mrkdwn of Slack: a code span, in which nothing is formatted, linked or mentioned. A back-tick
     * would end it, and is shown as an apostrophe.
     */
    public static String slack(String text) {
        String shown = Names.visible(text)
                .replace('`', '\'')
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
        return "`" + (shown.isBlank() ? " " : shown) + "`";
    }

    /**
     * Escapes a text of an Adaptive Card, which Teams reads as Markdown: a backslash precedes everything that formats,
     * links, mentions or stands for a date. It must not begin a line, as marks of lists and headings stay.
     */
    public static String card(String text) {
        return CARD.matcher(Names.visible(text)).replaceAll("\\\\$0");
    }

    /** Escapes JSON inside a {@code script} element of a page, which nothing in it may end; its meaning stays. */
    public static String scriptData(String json) {
        return json.replace("<", "\\u003c");
    }

    /**
     * Shows a text to an agent, whose model reads what people do not see: nothing is hidden, and a long text is visibly
     * cut.
     *
     * @param length in code units, at least 1
     */
    public static String agent(String text, int length) {
        return Names.cut(Names.visible(text), length);
    }

    /** Escapes the value of a label of OpenMetrics: only backslash and quotation mark are left to escape. */
    public static String label(String text) {
        return Names.visible(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /**
     * Escapes a text in a table that people may open in a spreadsheet, which takes a text with such a first character
     * for a formula.
     */
    public static String csvText(String text) {
        String shown = Names.visible(text);
        return shown.isEmpty() || "=+-@".indexOf(shown.charAt(0)) < 0 ? shown : "'" + shown;
    }

    /** Escapes a cell of CSV (RFC 4180), in quotation marks where it needs them. */
    public static String csv(String text) {
        String shown = csvText(text);
        return shown.matches("[^\",;]*") ? shown : "\"" + shown.replace("\"", "\"\"") + "\"";
    }

    /** Escapes a message of SARIF: without anything that SARIF would take for a link or a placeholder. */
    public static String sarif(String text) {
        return Names.visible(text).replace("](", "] (").replaceAll("\\{(\\d)", "{ $1");
    }

    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }
}
