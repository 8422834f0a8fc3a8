package dev.flamegate.load.log;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of Gatling whose log is known to be read right. */
final class LogVersions {
    static final String SUPPORTED = "logs of Gatling 3.13, 3.14 and 3.15 can be read";

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(\\..*)?");
    private static final int FIRST_MINOR = 13;
    private static final int LAST_MINOR = 15;

    private LogVersions() {}

    /**
     * Accepts a known version.
     *
     * @throws UnreadableLog for any other, naming it and what is supported
     */
    static void check(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (matcher.matches() && Integer.parseInt(matcher.group(1)) == 3) {
            int minor = Integer.parseInt(matcher.group(2));
            if (minor >= FIRST_MINOR && minor <= LAST_MINOR) {
                return;
            }
        }
        throw new UnreadableLog(
                version + ": the log is of a version of Gatling whose format is not known; " + SUPPORTED);
    }
}
