package dev.flamegate.collect.jfr;

import dev.flamegate.profile.jfr.JfrSource;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

public final class FileSource implements JfrSource, AutoCloseable {
    /** The most to read at once: a larger read would need the same memory again outside the heap. */
    private static final int PIECE = 1 << 18;

    private final FileChannel channel;
    private final long size;

    public FileSource(Path file) throws IOException {
        channel = FileChannel.open(file);
        size = channel.size();
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void read(long position, byte[] into, int at, int length) throws IOException {
        int done = 0;
        while (done < length) {
            ByteBuffer piece = ByteBuffer.wrap(into, at + done, Math.min(PIECE, length - done));
            int read = channel.read(piece, position + done);
            if (read < 0) {
                throw new EOFException("the recording ends too early");
            }
            done += read;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
