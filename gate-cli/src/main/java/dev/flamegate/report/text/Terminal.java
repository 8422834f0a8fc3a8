package dev.flamegate.report.text;

import dev.flamegate.model.finding.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The properties of the text's destination.
 *
 * @param width columns, at least 40; anything above 160 reads badly and counts as 160
 * @param colour whether escape codes may be used
 */
public record Terminal(int width, boolean colour) {
    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final int WIDEST = 160;
    /** Space between a number and its unit, and between a comparison and its number. */
    private static final Pattern GLUE =
            Pattern.compile("(?<=[<>=]) (?=\\d)|(?<=\\d) (?=(%|ns|µs|ms|s|B|KiB|MiB|GiB)\\b|%)");

    public Terminal {
        if (width < 40) {
            throw new IllegalArgumentException(width + ": a terminal has at least 40 columns");
        }
        width = Math.min(width, WIDEST);
    }

    Terminal withoutColour() {
        return new Terminal(width, false);
    }

    /** The text in the colour of an outcome, where there are colours. */
    public String coloured(String text, Outcome outcome) {
        return colour ? colour(outcome) + text + RESET : text;
    }

    private static String colour(Outcome outcome) {
        return switch (outcome) {
            case FAIL -> "\u001b[31m";
            case WARN, INCONCLUSIVE -> "\u001b[33m";
            case PASS -> "\u001b[32m";
            case INVALID -> "\u001b[35m";
            case RECORDED, MASKED, ACCEPTED, SKIPPED -> "\u001b[36m";
        };
    }

    /** The text bold, where there are escape codes. */
    public String bold(String text) {
        return colour ? BOLD + text + RESET : text;
    }

    /** The text in lines of at most the width, each after the indent; a longer word gets a separate line. */
    public List<String> wrap(String indent, String text) {
        return wrap(indent, text, width);
    }

    /** The text in lines of at most {@code width} columns, each after the indent. */
    static List<String> wrap(String indent, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        int used = indent.length();
        boolean empty = true;
        for (String word : GLUE.matcher(text).replaceAll("\u00a0").split(" ", -1)) {
            int length = columns(word);
            if (!empty && used + 1 + length > width) {
                lines.add(line.toString());
                line = new StringBuilder(indent);
                used = indent.length();
                empty = true;
            }
            if (!empty) {
                line.append(' ');
                used++;
            }
            line.append(word.replace('\u00a0', ' '));
            used += length;
            empty = false;
        }
        lines.add(line.toString());
        return lines;
    }

    /** Columns a text takes: one per code point, none for escape codes of colour. */
    static int columns(String text) {
        String bare = text.indexOf('\u001b') < 0 ? text : text.replaceAll("\u001b\\[[0-9;]*m", "");
        return bare.codePointCount(0, bare.length());
    }
}
