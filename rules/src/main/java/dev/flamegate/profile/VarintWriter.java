package dev.flamegate.profile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers in seven bits a byte, lowest first, and text with its length before it. */
final class VarintWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A number that is not negative. */
    void number(long value) {
        long rest = value;
        while (rest > 0x7f) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        number(bytes.length);
        out.writeBytes(bytes);
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
