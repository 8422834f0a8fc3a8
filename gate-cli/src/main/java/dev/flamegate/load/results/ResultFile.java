package dev.flamegate.load.results;

import dev.flamegate.plan.LoadSpec.Results;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;

/**
 * A file of results, read from its start to its present end; a growing file can be read further later. A last line
 * without an end may be half written and waits for its end. For use by one thread.
 */
public final class ResultFile implements Closeable {
    private static final int BUFFER = 64 * 1024;
    private static final int LONGEST_LINE = 16 << 20;

    private final Path file;
    private final ResultFormat format;
    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
    private byte[] line = new byte[1024];
    private int length;
    private long number;

    private ResultFile(Path file, ResultFormat format, ReadableByteChannel channel) {
        this.file = file;
        this.format = format;
        this.channel = channel;
    }

    /**
     * The format of the given results.
     *
     * @throws IllegalArgumentException for {@link Results#NONE}
     */
    public static ResultFormat format(Results results) {
        return switch (results) {
            case CSV -> new PlainCsv();
            case JTL -> new JtlCsv();
            case K6 -> new K6Json();
            case HDR -> new HdrLog();
            case LOCUST -> new LocustHistory();
            case NONE -> throw new IllegalArgumentException("no results are read");
        };
    }

    /**
     * Opens a file; nothing is read yet.
     *
     * @throws IOException when it cannot be opened
     */
    public static ResultFile open(Path file, ResultFormat format) throws IOException {
        return new ResultFile(file, format, Files.newByteChannel(file));
    }

    /**
     * Passes on the records of every complete line that was not read before.
     *
     * @throws IOException when the file cannot be read
     * @throws UnreadableResults when a line is not of the format; the records before were passed on
     */
    public void read(Consumer<ResultRecord> sink) throws IOException {
        for (buffer.clear(); channel.read(buffer) > 0; buffer.clear()) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                if (next == '\n') {
                    end(sink);
                } else {
                    add(next);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void add(byte next) {
        if (length == LONGEST_LINE) {
            throw unreadable(new IllegalArgumentException("the line is longer than " + LONGEST_LINE + " bytes"));
        }
        if (length == line.length) {
            line = Arrays.copyOf(line, 2 * length);
        }
        line[length++] = next;
    }

    private void end(Consumer<ResultRecord> sink) {
        int text = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
        length = 0;
        try {
            format.line(new String(line, 0, text, StandardCharsets.UTF_8), sink);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | JacksonException e) {
            throw unreadable(e);
        }
        number++;
    }

    private UnreadableResults unreadable(RuntimeException why) {
        String message = String.valueOf(why.getMessage()).lines().findFirst().orElse("it is not of the format");
        return new UnreadableResults(file + ", line " + (number + 1) + ": " + message, why);
    }
}
