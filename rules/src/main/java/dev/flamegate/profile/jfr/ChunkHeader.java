package dev.flamegate.profile.jfr;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/**
 * The head of a chunk.
 *
 * @param position of the chunk in the recording
 * @param size bytes, the head included
 * @param constants position of its last checkpoint, from the chunk's beginning
 * @param metadata position of its metadata, from the chunk's beginning
 * @param start nanoseconds since the epoch
 * @param duration nanoseconds, not negative
 * @param startTicks the clock of its events at {@code start}
 * @param nanosPerTick length of one tick of that clock
 */
record ChunkHeader(
        long position,
        long size,
        long constants,
        long metadata,
        long start,
        long duration,
        long startTicks,
        double nanosPerTick) {
    static final int LENGTH = 68;
    private static final int MAGIC = 0x464c5200; // FLR and a zero
    private static final int COMPRESSED = 1;
    private static final int LONGEST_NUMBER = 9; // bytes

    /**
     * The head at a position.
     *
     * @throws IOException when no chunk begins there, it is cut off, or of a version that is not known
     */
    static ChunkHeader read(SeekableByteChannel recording, long position) throws IOException {
        long left = recording.size() - position;
        byte[] bytes = new byte[(int) Math.min(LENGTH, left)];
        JfrBytes.copy(recording, position, bytes, 0, bytes.length);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < LENGTH || in.getInt() != MAGIC) {
            throw new IOException("not a JFR recording: no chunk begins at byte " + position);
        }
        int major = in.getShort();
        int minor = in.getShort();
        if (major != 2) {
            throw new IOException("a JFR recording of version " + major + "." + minor
                    + ": this Flamegate reads version 2, which JDK 9 and later and async-profiler write");
        }
        long size = in.getLong();
        long constants = in.getLong();
        long metadata = in.getLong();
        if (size < LENGTH || size > left) {
            throw new IOException("a JFR recording cut off: a chunk of " + size + " bytes where " + left + " are left");
        } else if (constants < LENGTH || constants >= size || metadata < LENGTH || metadata >= size) {
            throw new IOException("a JFR recording whose chunk at byte " + position
                    + " is incomplete: the program or the profiler was stopped while writing it");
        }
        long start = in.getLong();
        long duration = Math.max(0, in.getLong());
        long startTicks = in.getLong();
        long ticksPerSecond = in.getLong();
        if (start < 0 || duration > Long.MAX_VALUE - start || ticksPerSecond <= 0) {
            throw new IOException(
                    "a damaged JFR recording: the clock of the chunk at byte " + position + " is invalid");
        }
        if ((in.getInt() & COMPRESSED) == 0) {
            throw new IOException("a JFR recording with fixed-length numbers, which no known profiler writes");
        }
        return new ChunkHeader(position, size, constants, metadata, start, duration, startTicks, 1e9 / ticksPerSecond);
    }

    /** Nanoseconds since the epoch of a moment in ticks. */
    long nanos(long ticks) {
        return start + Math.round((ticks - startTicks) * nanosPerTick);
    }

    /** Bytes of the event at a position, from the chunk's beginning; its size is checked against the chunk's. */
    byte[] event(SeekableByteChannel recording, long at) throws IOException {
        byte[] bytes = new byte[eventSize(recording, at)];
        JfrBytes.copy(recording, position + at, bytes, 0, bytes.length);
        return bytes;
    }

    /** Number of bytes of the event at a position, which is in the chunk. */
    int eventSize(SeekableByteChannel recording, long at) throws IOException {
        long left = size - at;
        byte[] start = new byte[(int) Math.min(LONGEST_NUMBER, left)];
        JfrBytes.copy(recording, position + at, start, 0, start.length);
        long bytes = new JfrBytes(start).number();
        if (bytes < 2 || bytes > left || bytes > Integer.MAX_VALUE - 16) {
            throw new IOException("an event of " + bytes + " bytes where " + left + " are left in its chunk");
        }
        return (int) bytes;
    }
}
