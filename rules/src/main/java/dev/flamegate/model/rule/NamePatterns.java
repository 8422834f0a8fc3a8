package dev.flamegate.model.rule;

import java.util.regex.Pattern;

/** Matches names against a rule's patterns: exactly, or with {@code *} for any characters. */
public final class NamePatterns {
    private NamePatterns() {}

    /** Whether a name matches a pattern. */
    public static boolean matches(String pattern, String name) {
        return pattern.indexOf('*') < 0
                ? pattern.equals(name)
                : glob(pattern).matcher(name).matches();
    }

    /** Whether a frame matches a pattern, by its method or by its class alone. */
    public static boolean frameMatches(String pattern, String frame) {
        return matches(pattern, frame)
                || (frame.lastIndexOf('.') > 0 && matches(pattern, frame.substring(0, frame.lastIndexOf('.'))));
    }

    private static Pattern glob(String pattern) {
        StringBuilder regex = new StringBuilder();
        for (String part : pattern.split("\\*", -1)) {
            regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }
}
