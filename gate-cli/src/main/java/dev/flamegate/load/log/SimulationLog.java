package dev.flamegate.load.log;

import java.io.Closeable;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Gatling's log, read from its start to its present end; a growing log can be read further later. Gatling writes
 * whenever 8 KiB have accumulated, so a growing log ends inside a record and lags behind. For use by one thread.
 */
public final class SimulationLog implements Closeable {
    private static final int INITIAL_BUFFER = 64 * 1024;
    private static final int RECORD_LIMIT = 16 << 20;

    private final ReadableByteChannel channel;
    private final RecordDecoder decoder = new RecordDecoder();
    private ByteBuffer buffer = ByteBuffer.allocate(INITIAL_BUFFER).limit(0);
    /** Offset in the file of the buffer's first byte. */
    private long bufferOffset;

    SimulationLog(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /**
     * Opens a log; nothing is read yet.
     *
     * @throws IOException when the file cannot be opened
     */
    public static SimulationLog open(Path file) throws IOException {
        return new SimulationLog(Files.newByteChannel(file));
    }

    /**
     * Passes on every complete record that was not passed on before.
     *
     * @throws IOException when the file cannot be read
     * @throws UnreadableLog when the log is of an unsupported version, or corrupt; records before that were passed on
     */
    public void read(Consumer<LogRecord> sink) throws IOException {
        do {
            decodeBuffer(sink);
        } while (fill());
    }

    /** Bytes of the incomplete record at the end; 0 when the log ends with a complete record. */
    public int cutOff() {
        return buffer.remaining();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void decodeBuffer(Consumer<LogRecord> sink) {
        while (buffer.hasRemaining()) {
            int start = buffer.position();
            LogRecord record;
            try {
                record = decoder.decode(buffer, bufferOffset + start);
            } catch (BufferUnderflowException e) {
                buffer.position(start);
                return;
            } catch (UnreadableLog e) {
                // Asked again, the answer is the same.
                buffer.position(start);
                throw e;
            }
            sink.accept(record);
        }
    }

    /** Reads more into the buffer, behind its remaining bytes; true if there was anything to read. */
    private boolean fill() throws IOException {
        bufferOffset += buffer.position();
        buffer.compact();
        if (!buffer.hasRemaining()) {
            grow();
        }
        try {
            return channel.read(buffer) > 0;
        } finally {
            buffer.flip();
        }
    }

    /** Doubles the buffer; called only when one unfinished record has filled it. */
    private void grow() {
        if (buffer.capacity() >= RECORD_LIMIT) {
            throw new UnreadableLog(
                    "byte " + bufferOffset + " of the log is corrupt: a record longer than " + RECORD_LIMIT + " bytes");
        }
        buffer = ByteBuffer.allocate(buffer.capacity() * 2).put(buffer.flip());
    }
}
