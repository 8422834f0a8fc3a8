package dev.flamegate.profile.jfr;

import java.io.EOFException;
import java.io.IOException;

/** The place of a recording's bytes. */
public interface JfrSource {
    /** Number of bytes. */
    long size() throws IOException;

    /**
     * Copies bytes.
     *
     * @param position of the first in the recording
     * @param into where they go, from {@code at}
     * @throws IOException when they are not there
     */
    void read(long position, byte[] into, int at, int length) throws IOException;

    static JfrSource of(byte[] bytes) {
        return new JfrSource() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public void read(long position, byte[] into, int at, int length) throws IOException {
                if (position < 0 || position > bytes.length - length) {
                    throw new EOFException("the recording ends too early");
                }
                System.arraycopy(bytes, (int) position, into, at, length);
            }
        };
    }
}
