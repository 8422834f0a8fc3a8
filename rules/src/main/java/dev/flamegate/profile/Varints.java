package dev.flamegate.profile;

import java.util.function.Function;

/**
 * Reads numbers of seven bits a byte, lowest first, as {@link VarintWriter} and protocol buffers write them. Those of
 * recordings look alike, but are read by {@code JfrBytes} in {@code profile.jfr}: they end after nine bytes, of which the
 * ninth counts whole, and hundreds of millions of them are read straight from an array.
 */
public final class Varints {
    private Varints() {}

    /** A source of bytes, one at a time. */
    public interface Source<E extends Exception> {
        /** The next byte, from 0 to 255. */
        int next() throws E;
    }

    /**
     * Reads a number.
     *
     * @param bits that it may have; how many bytes are read at most follows from that
     * @param problem makes an exception of what is wrong
     * @throws E when the number does not end in time, or the source does
     */
    public static <E extends Exception> long read(Source<E> source, int bits, Function<String, E> problem) throws E {
        long value = 0;
        for (int shift = 0; shift < bits; shift += 7) {
            int b = source.next();
            value |= (long) (b & 0x7f) << shift;
            if (b < 0x80) {
                return value;
            }
        }
        throw problem.apply("a number longer than " + bits + " bits");
    }
}
