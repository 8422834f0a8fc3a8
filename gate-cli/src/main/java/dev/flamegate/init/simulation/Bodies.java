package dev.flamegate.init.simulation;

import java.util.Locale;

/** Which bodies of recorded requests may be written down: JSON and forms without a secret, whose fields can be looked at. */
final class Bodies {
    /** Why another one is not. */
    static final String UNSAFE =
            "its body has a field that looks like a secret, or is neither JSON nor a form: give it one";

    private Bodies() {}

    /** Whether no secret is in a body. */
    static boolean isSafe(String contentType, String body) {
        String type = contentType.toLowerCase(Locale.ROOT);
        if (SecretNames.hasSecret(body)
                || !type.matches("[a-z0-9!#$^_.+-]+/[a-z0-9!#$^_.+-]+(?:; ?charset=[\\w-]+)?")) {
            return false;
        }
        if (type.startsWith("application/x-www-form-urlencoded")) {
            return RequestTarget.of("/?" + body)
                    .filter(form -> form.withheld().isEmpty())
                    .isPresent();
        }
        return type.matches("[^;]*[/+]json(?:;.*)?") && Json.isSafe(body);
    }
}
