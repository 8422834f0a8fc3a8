package dev.flamegate.profile;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Reads the output of {@link VarintWriter}, trusting nothing: every count and index is checked, and the whole is
 * bounded, so that damaged or hostile bytes end in an {@link IOException} and never in an exhausted heap.
 */
final class VarintReader {
    /** Inflated bytes of the largest profile that is read. */
    private static final long MOST_BYTES = 256L << 20;

    private static final int MOST_ITEMS = 8_000_000;
    private static final int LONGEST_TEXT = 1 << 20;

    private final InputStream in;
    private final Varints.Source<IOException> bytes = this::next;
    private long left = MOST_BYTES;

    VarintReader(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /** A number that is not negative. */
    long number() throws IOException {
        return Varints.read(bytes, Long.SIZE - 1, IOException::new);
    }

    /** The number of items that follow, at most some millions. */
    int count() throws IOException {
        long count = number();
        if (count > MOST_ITEMS) {
            throw new IOException(count + ": more than any real profile has");
        }
        return (int) count;
    }

    /** Counts characters that are produced without being read towards the bound. */
    void spend(int characters) throws IOException {
        left -= characters;
        if (left < 0) {
            throw tooMuch();
        }
    }

    /** A number in [0, size). */
    int index(int size) throws IOException {
        long index = number();
        if (index >= size) {
            throw new IOException(index + ": refers to something that does not exist");
        }
        return (int) index;
    }

    String text() throws IOException {
        long length = number();
        if (length > LONGEST_TEXT) {
            throw new IOException("a name of " + length + " bytes");
        }
        byte[] bytes = in.readNBytes((int) length);
        left -= length;
        if (bytes.length < length) {
            throw new EOFException("it ends too early");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    void end() throws IOException {
        if (in.read() >= 0) {
            throw new IOException("there is data after its end");
        }
    }

    private int next() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException("it ends too early");
        }
        if (--left < 0) {
            throw tooMuch();
        }
        return b;
    }

    private static IOException tooMuch() {
        return new IOException("more than " + (MOST_BYTES >> 20) + " MiB inside");
    }
}
