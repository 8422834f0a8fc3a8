package dev.flamegate.init.simulation;

import dev.flamegate.os.Secrets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Tells which parameters, headers and fields hold secrets. Names are taken apart into words, so that {@code author} and
 * {@code keyword} are not among them; values are those of known services' tokens.
 */
final class SecretNames {
    private static final Set<String> WORDS = Set.of(
            "auth",
            "authorization",
            "cookie",
            "credential",
            "credentials",
            "csrf",
            "jwt",
            "key",
            "otp",
            "pass",
            "passphrase",
            "pin",
            "pwd",
            "session",
            "sid",
            "sig",
            "signature",
            "xsrf");
    private static final List<String> ENDINGS =
            List.of("password", "passwd", "token", "tokens", "secret", "secrets", "apikey", "sessionid", "sessid");
    private static final Pattern BETWEEN = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]");

    private SecretNames() {}

    /** True if the name of a parameter, header or field suggests that its value is a secret. */
    static boolean isSecret(String name) {
        for (String word : BETWEEN.split(name, -1)) {
            String lower = word.toLowerCase(Locale.ROOT);
            if (WORDS.contains(lower) || ENDINGS.stream().anyMatch(lower::endsWith)) {
                return true;
            }
        }
        return false;
    }

    /** True if a text looks like a token, a private key or a login. */
    static boolean hasSecret(String text) {
        return !Secrets.text(text).equals(text);
    }
}
