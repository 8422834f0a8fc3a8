package dev.flamegate.probe;

/**
 * The agent's arguments on the command line.
 *
 * <p>A plain class, because Java 8 has no records.
 */
final class ProbeArguments {
    private final String host;
    private final int port;
    private final String token;

    private ProbeArguments(String host, int port, String token) {
        this.host = host;
        this.port = port;
        this.token = token;
    }

    /**
     * Reads {@code connect=HOST:PORT,token=HEX}; an IPv6 host is in brackets.
     *
     * @throws IllegalArgumentException if a part is missing or unknown, or the port is not a number
     */
    static ProbeArguments parse(String text) {
        String connect = "";
        String token = "";
        for (String part : text.split(",", -1)) {
            if (part.startsWith("connect=")) {
                connect = part.substring("connect=".length());
            } else if (part.startsWith("token=")) {
                token = part.substring("token=".length());
            } else {
                throw new IllegalArgumentException(part + ": expected connect=HOST:PORT and token=HEX");
            }
        }
        int colon = connect.lastIndexOf(':');
        if (colon < 1 || token.isEmpty()) {
            throw new IllegalArgumentException(text + ": expected connect=HOST:PORT,token=HEX");
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
