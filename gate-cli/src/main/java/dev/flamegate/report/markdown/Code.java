package dev.flamegate.report.markdown;

import dev.flamegate.format.Names;

/** Text shown as it is: in code, mentions, references and links mean nothing. */
public final class Code {
    private Code() {}

    /** A code span whose fence is longer than any run of back-ticks inside. */
    public static String span(String text) {
        String shown = Names.visible(text);
        String fence = "`".repeat(longestRun(shown) + 1);
        boolean pad = shown.isBlank() || shown.startsWith("`") || shown.endsWith("`");
        String space = pad ? " " : "";
        return fence + space + shown + space + fence;
    }

    /** A code element for an HTML block, in which Markdown has no meaning as long as no line is blank. */
    public static String html(String text) {
        return "<code>"
                + Names.visible(text)
                        .replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;")
                + "</code>";
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
