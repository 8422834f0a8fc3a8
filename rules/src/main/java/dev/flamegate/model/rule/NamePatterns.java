package dev.flamegate.model.rule;

/** Matches names against a rule's patterns: exactly, or with {@code *} for any characters. */
public final class NamePatterns {
    private NamePatterns() {}

    public static boolean matches(String pattern, String name) {
        return pattern.indexOf('*') < 0 ? pattern.equals(name) : glob(pattern, name);
    }

    /** True if a frame matches a pattern, by its method or by its class alone. */
    public static boolean frameMatches(String pattern, String frame) {
        return matches(pattern, frame)
                || (frame.lastIndexOf('.') > 0 && matches(pattern, frame.substring(0, frame.lastIndexOf('.'))));
    }

    /** Goes back to the last {@code *} alone, so that no pattern takes longer than its length times the name's. */
    private static boolean glob(String pattern, String name) {
        int p = 0;
        int star = -1;
        int from = 0; // where in the name the last star ends, as far as was tried
        for (int n = 0; n < name.length(); ) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                from = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0) {
                p = star + 1;
                n = ++from;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}
