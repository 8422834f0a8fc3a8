package dev.flamegate.profile.jfr;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Values as recordings write them, one after the other. */
public final class Payload {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Numbers of seven bits a byte; the ninth byte counts whole. */
    public Payload numbers(long... values) {
        for (long value : values) {
            long rest = value;
            int bytes = 1;
            while ((rest & ~0x7fL) != 0 && bytes < 9) {
                out.write((int) (rest & 0x7f) | 0x80);
                rest >>>= 7;
                bytes++;
            }
            out.write((int) rest);
        }
        return this;
    }

    Payload bytes(int... values) {
        for (int value : values) {
            out.write(value);
        }
        return this;
    }

    Payload text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(3);
        numbers(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    Payload raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    int size() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    /** The payload as an event, its own size before it. */
    byte[] sized() {
        for (int length = 1; length <= 9; length++) {
            int size = out.size() + length;
            byte[] event = new Payload().numbers(size).raw(bytes()).bytes();
            if (event.length == size) {
                return event;
            }
        }
        throw new IllegalStateException("a size is a number");
    }
}
