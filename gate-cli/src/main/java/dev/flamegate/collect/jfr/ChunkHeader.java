package dev.flamegate.collect.jfr;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The stretch of time of one chunk, from its header; {@code jdk.jfr.consumer} does not tell it.
 *
 * @param start nanoseconds since the epoch
 * @param end nanoseconds since the epoch, not before {@code start}
 */
record ChunkHeader(long start, long end) {
    private static final int MAGIC = 0x464c5200; // FLR and a zero
    private static final int LENGTH = 68;

    /**
     * The headers of a file's chunks, in their order.
     *
     * @throws IOException when it is no recording, or is cut off
     */
    static List<ChunkHeader> of(Path file) throws IOException {
        List<ChunkHeader> headers = new ArrayList<>();
        try (FileChannel channel = FileChannel.open(file)) {
            long at = 0;
            while (at < channel.size()) {
                channel.position(at);
                InputStream bytes = Channels.newInputStream(channel);
                DataInputStream in = new DataInputStream(bytes);
                if (channel.size() - at < LENGTH || in.readInt() != MAGIC) {
                    throw new IOException("no JFR recording: no chunk begins at byte " + at);
                }
                in.readInt(); // version
                long size = in.readLong();
                if (size < LENGTH || size > channel.size() - at) {
                    throw new IOException("a JFR recording cut off: a chunk of " + size + " bytes where "
                            + (channel.size() - at) + " are left");
                }
                in.readLong(); // constant pool
                in.readLong(); // metadata
                long start = in.readLong();
                headers.add(new ChunkHeader(start, start + Math.max(0, in.readLong())));
                at += size;
            }
        }
        if (headers.isEmpty()) {
            throw new IOException("no JFR recording: the file is empty");
        }
        return headers;
    }
}
