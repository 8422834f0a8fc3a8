package dev.flamegate.collect.receiver;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Refuses to read more than a bound. */
final class BoundedStream extends FilterInputStream {
    private final long most;
    private long left;

    BoundedStream(InputStream in, long most) {
        super(in);
        this.most = most;
        left = most;
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        spend(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count = super.read(bytes, offset, length);
        spend(Math.max(0, count));
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    private void spend(int count) throws IOException {
        left -= count;
        if (left < 0) {
            throw new Spool.TooLarge("a body of more than " + (most >> 20) + " MiB");
        }
    }
}
