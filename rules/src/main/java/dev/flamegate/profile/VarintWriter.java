package dev.flamegate.profile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes numbers in seven bits a byte, lowest first, and text with its length before it. */
public final class VarintWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A number; a negative one takes ten bytes. */
    public void number(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    /** The length of a text in UTF-8, then its bytes. */
    public void text(String text) {
        run(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The number of bytes, then the bytes. */
    public void run(byte[] bytes) {
        number(bytes.length);
        out.writeBytes(bytes);
    }

    /** A number in eight bytes, the lowest first. */
    public void fixed(long value) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            out.write((int) (value >>> shift));
        }
    }

    public int size() {
        return out.size();
    }

    public byte[] bytes() {
        return out.toByteArray();
    }
}
