package dev.flamegate.servers.pyroscope;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server's version as it reports it. Builds that are not releases, such as those of a branch, report none.
 *
 * @param text as reported; empty when it is not
 * @param major 0 when unknown
 * @param minor 0 when unknown
 */
public record ServerVersion(String text, int major, int minor) {
    public static final ServerVersion UNKNOWN = new ServerVersion("", 0, 0);

    private static final Pattern NUMBERS = Pattern.compile("v?(\\d{1,4})\\.(\\d{1,4}).*");

    static ServerVersion of(String text) {
        Matcher matcher = NUMBERS.matcher(text);
        return matcher.matches()
                ? new ServerVersion(text, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)))
                : new ServerVersion(text, 0, 0);
    }

    /** True if the server is known to have this version or a later one. */
    boolean isAtLeast(int otherMajor, int otherMinor) {
        return major > otherMajor || (major == otherMajor && minor >= otherMinor);
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "unknown version" : text;
    }
}
