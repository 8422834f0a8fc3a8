package dev.flamegate.profile.jfr;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and texts of a recording, one after the other. Reading past the array's end is an
 * {@link ArrayIndexOutOfBoundsException}, which {@link JfrReader} reports as damage.
 */
final class JfrBytes {
    private static final int NULL = 0;
    private static final int EMPTY = 1;
    private static final int CONSTANT = 2;
    private static final int UTF_8 = 3;
    private static final int CHARACTERS = 4;
    private static final int LATIN_1 = 5;

    /** The ninth byte of a number counts whole. */
    private static final int LONGEST = 9;

    /** The most to read at once: a file's channel needs the same memory again outside the heap. */
    private static final int PIECE = 1 << 18;

    byte[] bytes;
    int at;

    JfrBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies bytes of a recording.
     *
     * @param position of the first in the recording
     * @param into where they go, from {@code at}
     * @throws IOException when they are not there
     */
    static void copy(SeekableByteChannel recording, long position, byte[] into, int at, int length) throws IOException {
        recording.position(position);
        int end = at + length;
        for (int next = at; next < end; ) {
            int read = recording.read(ByteBuffer.wrap(into, next, Math.min(PIECE, end - next)));
            if (read < 0) {
                throw new EOFException("the recording ends too early");
            }
            next += read;
        }
    }

    /** A number of seven bits a byte, lowest first, but for the ninth, which counts whole: unlike those of {@code Varints}. */
    long number() {
        byte first = bytes[at++];
        return first >= 0 ? first : rest(first & 0x7f);
    }

    private long rest(long start) {
        long value = start;
        for (int shift = 7; shift < 56; shift += 7) {
            byte next = bytes[at++];
            if (next >= 0) {
                return value | (long) next << shift;
            }
            value |= (long) (next & 0x7f) << shift;
        }
        return value | (long) bytes[at++] << 56;
    }

    void skipNumbers(long count) {
        byte[] in = bytes;
        int next = at;
        for (long left = count; left > 0; left--) {
            if (in[next++] < 0) {
                int most = next + LONGEST - 2;
                while (in[next] < 0 && next < most) {
                    next++;
                }
                next++;
            }
        }
        at = next;
    }

    /** Reads the number of following items, each of which takes a byte at least. */
    int count() throws IOException {
        long count = number();
        if (count < 0 || count > bytes.length - at) {
            throw new IOException(count + " items where " + (bytes.length - at) + " bytes are left");
        }
        return (int) count;
    }

    void skip(int length) {
        if (length < 0 || length > bytes.length - at) {
            throw new ArrayIndexOutOfBoundsException(at + length);
        }
        at += length;
    }

    /** A text written in place; {@code null} when it has none, or refers to a constant. */
    @Nullable
    String text() throws IOException {
        int encoding = bytes[at++];
        switch (encoding) {
            case NULL:
                return null;
            case EMPTY:
                return "";
            case CONSTANT:
                number();
                return null;
            case UTF_8, LATIN_1:
                int length = count();
                at += length;
                return new String(
                        bytes,
                        at - length,
                        length,
                        encoding == UTF_8 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
            case CHARACTERS:
                char[] characters = new char[count()];
                for (int i = 0; i < characters.length; i++) {
                    characters[i] = (char) number();
                }
                return new String(characters);
            default:
                throw new IOException("a text of unknown encoding " + encoding);
        }
    }

    void skipText() throws IOException {
        int encoding = bytes[at++];
        switch (encoding) {
            case NULL, EMPTY -> {
                // nothing follows
            }
            case CONSTANT -> number();
            case UTF_8, LATIN_1 -> skip(count());
            case CHARACTERS -> skipNumbers(count());
            default -> throw new IOException("a text of unknown encoding " + encoding);
        }
    }
}
