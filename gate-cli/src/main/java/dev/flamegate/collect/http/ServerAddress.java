package dev.flamegate.collect.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The address of a server and the headers to send with every request. The headers' values appear in no message, no log
 * and no {@link #toString}.
 */
public final class ServerAddress {
    /** Headers that the HTTP client sets itself and does not allow to be set. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

    private static final int SHORTEST_SECRET = 4;

    private final URI base;
    private final Map<String, String> headers;

    private ServerAddress(URI base, Map<String, String> headers) {
        this.base = base;
        this.headers = headers;
    }

    /**
     * An address without credentials, or with those of a user information part ({@code https://user:password@host}),
     * which become a header.
     *
     * @param base scheme {@code http} or {@code https}, host, optionally port and a path that all of the server's own
     *     paths are under, such as {@code https://mimir.example.org/prometheus}
     * @throws IllegalArgumentException when it is not such an address; the message shows no credentials
     */
    public static ServerAddress of(URI base) {
        String scheme = base.getScheme() == null ? "" : base.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || base.getHost() == null) {
            throw new IllegalArgumentException((base.getHost() == null ? "an address without a host" : base.getHost())
                    + ": a server's address begins with http:// or https:// and names a host");
        }
        if (base.getRawQuery() != null || base.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    base.getHost() + ": a server's address ends with its path, without `?` and `#`");
        }
        ServerAddress plain = new ServerAddress(plain(base, scheme), Map.of());
        String user = base.getUserInfo();
        if (user == null) {
            return plain;
        }
        int colon = user.indexOf(':');
        return colon < 0
                ? plain.withBasic(user, "")
                : plain.withBasic(user.substring(0, colon), user.substring(colon + 1));
    }

    private static URI plain(URI base, String scheme) {
        String path = base.getPath() == null ? "" : base.getPath().replaceAll("/+$", "");
        try {
            return new URI(scheme, null, base.getHost(), base.getPort(), path, null, null);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(base.getHost() + ": not an address of a server", e);
        }
    }

    /** The same server with a bearer token. */
    public ServerAddress withBearer(String token) {
        return withHeader("Authorization", "Bearer " + token);
    }

    /** The same server with a user and a password. */
    public ServerAddress withBasic(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
    }

    /**
     * The same server with one more header, such as a tenant's {@code X-Scope-OrgID}; it replaces one of the same name.
     *
     * @throws IllegalArgumentException when HTTP does not allow it; the message shows the name only
     */
    public ServerAddress withHeader(String name, String value) {
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(name + ": not a header that can be set");
        }
        if (!value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 0x7f))) {
            throw new IllegalArgumentException(name + ": a header's value is one line of ASCII (a line break at the"
                    + " end of the variable or file it comes from?)");
        }
        Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        more.putAll(headers);
        more.put(name, value);
        return new ServerAddress(base, Collections.unmodifiableMap(more));
    }

    /** Only the address, without credentials. */
    public URI base() {
        return base;
    }

    /** The address of one of the server's paths, such as {@code /api/v1/query}. */
    public URI at(String path) {
        return URI.create(base + (path.isEmpty() || path.startsWith("/") ? path : "/" + path));
    }

    Map<String, String> headers() {
        return headers;
    }

    /** A text from the server, without the credentials in case it repeats them. */
    String redacted(String text) {
        String clean = text;
        for (String value : headers.values()) {
            String secret = value.substring(value.indexOf(' ') + 1);
            if (secret.length() >= SHORTEST_SECRET) {
                clean = clean.replace(secret, "***");
            }
        }
        return clean;
    }

    /** The address without credentials. */
    @Override
    public String toString() {
        return base.toString();
    }
}
