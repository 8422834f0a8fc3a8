package dev.flamegate.collect.receiver;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Keeps what is read through it. */
final class CopyStream extends FilterInputStream {
    private final ByteArrayOutputStream copy = new ByteArrayOutputStream();

    CopyStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        if (b >= 0) {
            copy.write(b);
        }
        return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        if (count > 0) {
            copy.write(bytes, offset, count);
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return readNBytes((int) Math.max(0, Math.min(count, 1 << 16))).length;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** All of it, the part that nobody wanted to read included. */
    byte[] whole() throws IOException {
        byte[] buffer = new byte[1 << 14];
        for (int count = read(buffer); count >= 0; count = read(buffer)) {
            // Kept by reading.
        }
        return copy.toByteArray();
    }
}
