package dev.flamegate.profile.jfr;

import java.io.IOException;

/** One event as a whole, for the few that are looked up by their position. */
final class EventBytes {
    /** A number takes at most so many bytes. */
    private static final int LONGEST_NUMBER = 9;

    private EventBytes() {}

    /** Bytes of the event at a position, from the chunk's beginning; its size is checked against the chunk's. */
    static byte[] of(JfrSource source, ChunkHeader header, long position) throws IOException {
        byte[] bytes = new byte[size(source, header, position)];
        source.read(header.position() + position, bytes, 0, bytes.length);
        return bytes;
    }

    /** Number of bytes of the event at a position, which is in the chunk. */
    static int size(JfrSource source, ChunkHeader header, long position) throws IOException {
        long left = header.size() - position;
        byte[] start = new byte[(int) Math.min(LONGEST_NUMBER, left)];
        source.read(header.position() + position, start, 0, start.length);
        long size = new JfrBytes(start).number();
        if (size < 2 || size > left || size > Integer.MAX_VALUE - 16) {
            throw new IOException("an event of " + size + " bytes where " + left + " are left in its chunk");
        }
        return (int) size;
    }
}
