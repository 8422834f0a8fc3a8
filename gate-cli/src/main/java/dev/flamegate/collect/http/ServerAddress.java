package dev.flamegate.collect.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The address of a server and the headers to send with every request. The headers' values appear in no message, no log
 * and no {@link #toString}; of an address that is itself a secret, nothing does.
 */
public final class ServerAddress {
    /** Headers that the HTTP client sets itself and does not allow to be set. */
    private static final Set<String> RESERVED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

    private static final int SHORTEST_SECRET = 4;
    private static final String HIDDEN = "***";

    private final URI base;
    private final Map<String, String> headers;
    private final boolean secret;

    private ServerAddress(URI base, Map<String, String> headers, boolean secret) {
        this.base = base;
        this.headers = headers;
        this.secret = secret;
    }

    /**
     * An address that is a secret as a whole, such as a webhook's; it has a single path.
     *
     * @param whole with path and query, without a user and a fragment
     * @throws IllegalArgumentException when it is not such an address; the message shows nothing of it
     */
    public static ServerAddress secret(URI whole) {
        String scheme = whole.getScheme() == null ? "" : whole.getScheme().toLowerCase(Locale.ROOT);
        if (!(scheme.equals("http") || scheme.equals("https")) || whole.getHost() == null) {
            throw new IllegalArgumentException("not an address that begins with http:// or https:// and names a host");
        }
        if (whole.getRawUserInfo() != null || whole.getRawFragment() != null) {
            throw new IllegalArgumentException("an address with a user or a `#`, which cannot be sent");
        }
        return new ServerAddress(whole, Map.of(), true);
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
        ServerAddress plain = new ServerAddress(plain(base, scheme), Map.of(), false);
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

    public ServerAddress withBearer(String token) {
        return withHeader("Authorization", "Bearer " + token);
    }

    public ServerAddress withBasic(String user, String password) {
        byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
        return withHeader("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
    }

    /**
     * A copy with one more header, such as a tenant's {@code X-Scope-OrgID}, which replaces one of the same name.
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
        return new ServerAddress(base, Collections.unmodifiableMap(more), secret);
    }

    /** The address without the credentials of headers. */
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

    /** The address of a path, for messages: {@code " at http://host/path"}; empty for a secret. */
    String place(String path) {
        return secret ? "" : " at " + at(path);
    }

    /** A text from the server, without the credentials in case it repeats them. */
    String redacted(String text) {
        String clean = secret ? withoutAddress(text) : text;
        for (String value : headers.values()) {
            String credential = value.substring(value.indexOf(' ') + 1);
            if (credential.length() >= SHORTEST_SECRET) {
                clean = clean.replace(credential, HIDDEN);
            }
        }
        return clean;
    }

    /** Removes the address from a text: servers name the path that they did not find or have moved. */
    private String withoutAddress(String text) {
        String clean = text.replace(base.toString(), HIDDEN).replace(base.getRawAuthority(), HIDDEN);
        String path = base.getRawPath() == null ? "" : base.getRawPath();
        String query = base.getRawQuery() == null ? "" : base.getRawQuery();
        List<String> parts = new ArrayList<>(List.of(path, query, base.getHost()));
        for (String part : (path + "/" + query).split("[/&=]", -1)) {
            parts.add(part);
            parts.add(URLDecoder.decode(part.replaceAll("%(?![0-9a-fA-F]{2})", "%25"), StandardCharsets.UTF_8));
        }
        parts.sort(Comparator.comparingInt(String::length).reversed());
        for (String part : parts) {
            clean = part.length() >= SHORTEST_SECRET ? clean.replace(part, HIDDEN) : clean;
        }
        return clean;
    }

    /** The address without credentials. */
    @Override
    public String toString() {
        return secret ? HIDDEN : base.toString();
    }
}
