package dev.flamegate.init.simulation;

import java.util.Locale;
import java.util.Set;

/** Text from outside on its way into Java source: nothing in it ends a literal or a comment, or is a unicode escape. */
final class JavaText {
    /** Identifiers that Java reserves and that could begin with an HTTP method: {@code GET /class}. */
    private static final Set<String> TAKEN = Set.of("getClass");

    private JavaText() {}

    /** A string literal: printable ASCII as it is, everything else as an escape. */
    static String literal(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c >= ' ' && c <= '~') {
                        out.append(c);
                    } else {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    /** The text on one line of a comment of any kind; what means something there is replaced. */
    static String comment(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean ends = c == '/' && i > 0 && text.charAt(i - 1) == '*';
            boolean plain = c >= ' ' && c <= '~' && c != '\\' && c != '@' && c != '<' && c != '>' && c != '&';
            out.append(plain && !ends ? c : ends ? ' ' : '?');
        }
        return out.toString();
    }

    /** {@code getOrdersId} for {@code GET} and {@code /orders/{id}}, different from all used before, which it joins. */
    static String identifier(String method, String template, Set<String> used) {
        StringBuilder name = new StringBuilder(method.toLowerCase(Locale.ROOT));
        for (String part : template.split("[^A-Za-z0-9]+", 0)) {
            if (!part.isEmpty() && name.length() + part.length() <= 60) {
                name.append(part.substring(0, 1).toUpperCase(Locale.ROOT)).append(part.substring(1));
            }
        }
        String free = name.toString();
        for (int i = 2; TAKEN.contains(free) || !used.add(free); i++) {
            free = name + "_" + i;
        }
        return free;
    }
}
