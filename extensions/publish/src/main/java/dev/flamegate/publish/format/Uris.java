package dev.flamegate.publish.format;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Relative references of SARIF. */
final class Uris {
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~$+@";

    private Uris() {}

    /**
     * A path from the repository's root as a relative reference: no scheme, no way up, everything unusual encoded.
     * A path outside of the repository loses the folders that lead there.
     */
    static String path(String path) {
        String encoded = Stream.of(path.replace('\\', '/').split("/", -1))
                .filter(part -> !part.isEmpty() && !part.equals(".") && !part.equals(".."))
                .map(Uris::encoded)
                .collect(Collectors.joining("/"));
        return encoded.isEmpty() ? "unknown" : encoded;
    }

    /** One part of a path. */
    static String encoded(String part) {
        StringBuilder out = new StringBuilder();
        for (byte one : part.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (one & 0xff);
            if (PLAIN.indexOf(letter) >= 0) {
                out.append(letter);
            } else {
                out.append('%')
                        .append(Character.forDigit((one >> 4) & 0xf, 16))
                        .append(Character.forDigit(one & 0xf, 16));
            }
        }
        return out.toString();
    }
}
