package dev.flamegate.probe;

import org.jspecify.annotations.Nullable;

/**
 * The agent's arguments on the command line.
 *
 * <p>A plain class, because Java 8 has no records.
 */
final class ProbeArguments {
    /** The variable that contains the token. */
    static final String TOKEN = "FLAMEGATE_PROBE_TOKEN";

    private final String host;
    private final int port;
    private final String token;

    private ProbeArguments(String host, int port, String token) {
        this.host = host;
        this.port = port;
        this.token = token;
    }

    /**
     * Reads {@code connect=HOST:PORT}; an IPv6 host is in brackets.
     *
     * @param secret the token, which is not among the arguments because other users can read them; {@code null} for none
     * @throws IllegalArgumentException if a part is missing or unknown, or the port is not a number
     */
    static ProbeArguments parse(String text, @Nullable String secret) {
        String connect = "";
        String token = secret == null ? "" : secret;
        for (String part : text.split(",", -1)) {
            if (part.startsWith("connect=")) {
                connect = part.substring("connect=".length());
            } else {
                throw new IllegalArgumentException(part + ": expected connect=HOST:PORT");
            }
        }
        int colon = connect.lastIndexOf(':');
        if (colon < 1 || token.isEmpty()) {
            throw new IllegalArgumentException(text + ": expected connect=HOST:PORT, and the token in " + TOKEN);
        }
        String host = connect.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new ProbeArguments(host, Integer.parseInt(connect.substring(colon + 1)), token);
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    String token() {
        return token;
    }
}
