package dev.flamegate.collect;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;

/** A stream that fails beyond a maximum size: a sender may never stop, and a few bytes can inflate to any number. */
public final class BoundedInput extends FilterInputStream {
    private final Supplier<IOException> tooMuch;
    private long left;

    /**
     * Limits a stream.
     *
     * @param most maximum number of bytes
     * @param tooMuch the error when there are more
     */
    public BoundedInput(InputStream in, long most, Supplier<IOException> tooMuch) {
        super(in);
        this.tooMuch = tooMuch;
        left = most;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        spend(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
        int read = super.read(into, at, length);
        spend(Math.max(0, read));
        return read;
    }

    /** Always false, as bytes that are read twice would count twice. */
    @Override
    public boolean markSupported() {
        return false;
    }

    private void spend(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw tooMuch.get();
        }
    }
}
