package dev.flamegate.collect.files;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that ends in an error where more comes than may, since a few bytes can inflate to any number. */
final class BoundedInput extends FilterInputStream {
    private final long most;
    private long left;

    BoundedInput(InputStream in, long most) {
        super(in);
        this.most = most;
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

    private void spend(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new IOException("it inflates to more than " + most + " bytes");
        }
    }
}
