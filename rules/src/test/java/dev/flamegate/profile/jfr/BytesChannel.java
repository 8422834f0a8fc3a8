package dev.flamegate.profile.jfr;

import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** A recording in memory, as a channel that can only be read. */
public final class BytesChannel implements SeekableByteChannel {
    private final byte[] bytes;
    private long at;

    public BytesChannel(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(ByteBuffer into) {
        if (at >= bytes.length) {
            return -1;
        }
        int length = (int) Math.min(into.remaining(), bytes.length - at);
        into.put(bytes, (int) at, length);
        at += length;
        return length;
    }

    @Override
    public long position() {
        return at;
    }

    @Override
    public SeekableByteChannel position(long position) {
        if (position < 0) {
            throw new IllegalArgumentException(String.valueOf(position));
        }
        at = position;
        return this;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
