package dev.flamegate.collect;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A secret that one run shares with its target, so that no other data is mistaken for the target's.
 *
 * @param hex lower-case hexadecimal digits, at least 16
 */
public record Token(String hex) {
    private static final int BYTES = 16;

    public Token {
        if (!hex.matches("[0-9a-f]{16,}")) {
            throw new IllegalArgumentException("a token has at least 16 lower-case hexadecimal digits");
        }
    }

    /** A new token of 128 random bits. */
    public static Token random() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return new Token(HexFormat.of().formatHex(bytes));
    }

    /** True if the other side knows the token; takes the same time wherever they differ. */
    public boolean matches(@Nullable String presented) {
        return presented != null
                && MessageDigest.isEqual(
                        hex.getBytes(StandardCharsets.UTF_8), presented.getBytes(StandardCharsets.UTF_8));
    }

    /** A fixed text without the secret. */
    @Override
    public String toString() {
        return "Token[...]";
    }
}
