package dev.flamegate.os;

import java.util.List;
import java.util.Map;

/**
 * Variables of the environment whose value may be sent to a server that somebody else names: those whose names say that
 * they are meant for one, and those that {@code FLAMEGATE_ALLOW_SECRETS} lists. An entry {@code NAME@HOST} of that list
 * allows one host, and binds the variable to the hosts that it has there.
 */
public final class SentSecrets {
    /** Names of more such variables, separated by commas or spaces. */
    public static final String ALLOWED = "FLAMEGATE_ALLOW_SECRETS";

    private SentSecrets() {}

    /**
     * True if a variable may be sent.
     *
     * @param prefixes of the names of those that are meant for such a server
     * @param host of the server
     */
    public static boolean isMeant(
            String variable, List<String> prefixes, String host, Map<String, String> environment) {
        boolean isBound = allowed(environment).stream().anyMatch(one -> one.startsWith(variable + "@"));
        return isListed(variable, host, environment)
                || (!isBound && prefixes.stream().anyMatch(variable::startsWith));
    }

    /** True if the list has a variable, for this host or for any. */
    public static boolean isListed(String variable, String host, Map<String, String> environment) {
        List<String> allowed = allowed(environment);
        return allowed.contains(variable) || allowed.contains(variable + "@" + host);
    }

    private static List<String> allowed(Map<String, String> environment) {
        return List.of(environment.getOrDefault(ALLOWED, "").trim().split("[\\s,]+", -1));
    }
}
