package dev.flamegate.publish.ci;

import dev.flamegate.os.Sha256;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The invisible beginning of a comment, by which the next run finds it: one comment for each service and key.
 *
 * @param service judged
 * @param key distinguishes several plans of one service; may be empty
 */
record Marker(String service, String key) {
    private static final int LONGEST = 120;

    /** An HTML comment in one line. */
    public String text() {
        return "<!-- flamegate-comment:" + encoded(service) + ":" + encoded(key) + " -->";
    }

    /** Encodes a name without anything that could end an HTML comment. */
    private static String encoded(String name) {
        String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("-", "%2D");
        return encoded.length() <= LONGEST ? encoded : "sha256." + Sha256.of(name);
    }
}
