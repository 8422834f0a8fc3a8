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

    private static final String CONNECT = "connect=";
    private static final String RELAY = "relay=";
    private static final String FOLDER = "folder=";

    private final String host;
    private final int port;
    private final String token;
    private final @Nullable String folder;

    private ProbeArguments(String host, int port, String token, @Nullable String folder) {
        this.host = host;
        this.port = port;
        this.token = token;
        this.folder = folder;
    }

    /**
     * Reads {@code connect=HOST:PORT}, where an IPv6 host is in brackets; or {@code relay=PORT,folder=PATH}, for a gate
     * that cannot be reached ({@link Relay}), with the folder for the profiler that it sends.
     *
     * @param secret the token, which is not among the arguments because other users can read them; {@code null} for
     *     none
     * @throws IllegalArgumentException if a part is missing or unknown, or the port is not a number
     */
    static ProbeArguments parse(String text, @Nullable String secret) {
        String connect = "";
        String folder = null;
        boolean relayed = false;
        String token = secret == null ? "" : secret;
        for (String part : text.split(",", -1)) {
            if (part.startsWith(CONNECT)) {
                connect = part.substring(CONNECT.length());
            } else if (part.startsWith(RELAY)) {
                connect = "127.0.0.1:" + part.substring(RELAY.length());
                relayed = true;
            } else if (part.startsWith(FOLDER)) {
                folder = part.substring(FOLDER.length());
            } else {
                throw new IllegalArgumentException(part + ": expected connect=HOST:PORT or relay=PORT,folder=PATH");
            }
        }
        if (relayed != (folder != null)) {
            throw new IllegalArgumentException(text + ": relay=PORT and folder=PATH come together");
        }
        int colon = connect.lastIndexOf(':');
        if (colon < 1 || token.isEmpty()) {
            throw new IllegalArgumentException(text + ": expected connect=HOST:PORT, and the token in " + TOKEN);
        }
        String host = connect.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new ProbeArguments(host, Integer.parseInt(connect.substring(colon + 1)), token, folder);
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

    /** The folder for the profiler that the gate sends through the relay; {@code null} without a relay. */
    @Nullable
    String folder() {
        return folder;
    }
}
