package dev.flamegate.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file that receives everything Gatling's JVM prints. */
final class ChildOutput {
    private static final int TAIL_BYTES = 64 * 1024;
    private static final int TAIL_LINES = 25;

    private final Path file;

    ChildOutput(Path file) {
        this.file = file;
    }

    Path file() {
        return file;
    }

    /** The last lines without stack frames; empty before any output. */
    List<String> tail() {
        List<String> lines = end().lines()
                .filter(line -> !line.isBlank() && !line.startsWith("\tat "))
                .toList();
        return lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    }

    /** The text after the mark in the last line that contains it. */
    Optional<String> after(String mark) {
        return end().lines()
                .filter(line -> line.contains(mark))
                .reduce((earlier, later) -> later)
                .map(line -> line.substring(line.indexOf(mark) + mark.length()));
    }

    private String end() {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            channel.position(Math.max(0, channel.size() - TAIL_BYTES));
            ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
            while (bytes.hasRemaining() && channel.read(bytes) > 0) {
                // until the end of the file
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }
}
