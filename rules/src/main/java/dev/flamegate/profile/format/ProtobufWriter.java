package dev.flamegate.profile.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes protocol buffers field by field, as {@link Protobuf} reads them. */
final class ProtobufWriter {
    private static final int VARINT = 0;
    private static final int BYTES = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A number written plainly; zero, too. */
    ProtobufWriter number(int field, long value) {
        varint((long) field << 3 | VARINT);
        varint(value);
        return this;
    }

    ProtobufWriter text(int field, String text) {
        return bytes(field, text.getBytes(StandardCharsets.UTF_8));
    }

    ProtobufWriter message(int field, ProtobufWriter message) {
        return bytes(field, message.bytes());
    }

    /** Numbers in one run. */
    ProtobufWriter packed(int field, long... values) {
        ProtobufWriter run = new ProtobufWriter();
        for (long value : values) {
            run.varint(value);
        }
        return message(field, run);
    }

    int size() {
        return out.size();
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private ProtobufWriter bytes(int field, byte[] bytes) {
        varint((long) field << 3 | BYTES);
        varint(bytes.length);
        out.writeBytes(bytes);
        return this;
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
