package dev.flamegate.os;

import java.util.List;
import java.util.Map;

/**
 * Variables of the environment whose value may be sent to a server that somebody else names: those whose names say that
 * they are meant for one, and those that {@code FLAMEGATE_ALLOW_SECRETS} lists.
 */
public final class SentSecrets {
    /** Names of more such variables, separated by commas or spaces. */
    public static final String ALLOWED = "FLAMEGATE_ALLOW_SECRETS";

    private SentSecrets() {}

    /**
     * True if a variable may be sent.
     *
     * @param prefixes of the names of those that are meant for such a server
     */
    public static boolean isMeant(String variable, List<String> prefixes, Map<String, String> environment) {
        List<String> allowed =
                List.of(environment.getOrDefault(ALLOWED, "").trim().split("[\\s,]+", -1));
        return prefixes.stream().anyMatch(variable::startsWith) || allowed.contains(variable);
    }
}
