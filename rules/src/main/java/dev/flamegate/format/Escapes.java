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
    /** What means something inside a line of a card's Markdown, and what makes an address of a text. */
    private static final Pattern CARD = Pattern.compile("[\\\\`*_{}\\[\\]<>~&@]|:(?=//)|(?<=\\b(?i:www))\\.");

    private Escapes() {}

    /** For a terminal: lines and tabs stay, anything that could control it is written out. */
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
     * For Markdown: a code span whose fence is longer than any run of back-ticks inside, so that mentions, references
     * and links mean nothing.
     */
    public static String markdown(String text) {
        String shown = Names.visible(text);
        String fence = "`".repeat(longestRun(shown) + 1);
        boolean pad = shown.isBlank() || shown.startsWith("`") || shown.endsWith("`");
        String space = pad ? " " : "";
        return fence + space + shown + space + fence;
    }

    /** For HTML, SVG and XML: the content of an element, or of an attribute in quotes. */
    public static String html(String text) {
        return Names.visible(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** For an HTML block inside Markdown: a code element, in which Markdown means nothing as no line is blank. */
    public static String code(String text) {
        return "<code>" + html(text) + "</code>";
    }

    /** For the message of a workflow command of GitHub Actions; lines stay. */
    public static String command(String text) {
        return text.lines()
                .map(Names::visible)
                .map(line -> line.replace("%", "%25"))
                .collect(Collectors.joining("%0A"));
    }

    /** For a property of such a command. */
    public static String commandProperty(String text) {
        return command(text).replace(":", "%3A").replace(",", "%2C");
    }

    /**
     * For the message of a logging command of Azure Pipelines; lines stay. Its agents read {@code %AZP25}, not
     * {@code %25}, as a percent sign.
     */
    public static String azure(String text) {
        return text.lines()
                .map(Names::visible)
                .map(line -> line.replace("%", "%AZP25"))
                .collect(Collectors.joining("%0A"));
    }

    /** For a property of such a command. */
    public static String azureProperty(String text) {
        return azure(text).replace(";", "%3B").replace("]", "%5D");
    }

    /** For a value of a service message of TeamCity, in its quotes; lines stay. */
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
     * For mrkdwn of Slack: a code span, in which nothing is formatted, linked or mentioned. A back-tick would end it,
     * and is shown as an apostrophe.
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
     * For a text of an Adaptive Card, which Teams reads as Markdown: a backslash before whatever formats, links,
     * mentions or stands for a date. It must not begin a line, as marks of lists and headings stay.
     */
    public static String card(String text) {
        return CARD.matcher(Names.visible(text)).replaceAll("\\\\$0");
    }

    /** For JSON inside a {@code script} element of a page, which nothing in it may end; it means the same. */
    public static String scriptData(String json) {
        return json.replace("<", "\\u003c");
    }

    /**
     * For an agent, whose model reads what people do not see: nothing is hidden, and a long text ends where it says so.
     *
     * @param length in code units, at least 1
     */
    public static String agent(String text, int length) {
        return Names.cut(Names.visible(text), length);
    }

    /** For the value of a label of OpenMetrics: backslash and quotation mark are all that is left to escape. */
    public static String label(String text) {
        return Names.visible(text).replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** For a text in a table that people may open in a spreadsheet, which takes what these characters begin for a formula. */
    public static String csvText(String text) {
        String shown = Names.visible(text);
        return shown.isEmpty() || "=+-@".indexOf(shown.charAt(0)) < 0 ? shown : "'" + shown;
    }

    /** For a cell of CSV (RFC 4180), in quotation marks where it needs them. */
    public static String csv(String text) {
        String shown = csvText(text);
        return shown.matches("[^\",;]*") ? shown : "\"" + shown.replace("\"", "\"\"") + "\"";
    }

    /** For a message of SARIF: without what it would take for a link or a placeholder. */
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
