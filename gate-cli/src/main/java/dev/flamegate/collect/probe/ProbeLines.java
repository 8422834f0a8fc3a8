package dev.flamegate.collect.probe;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the probe's {@code name value} lines, bounded in number, length and time. */
final class ProbeLines {
    private static final int LONGEST_LINE = 512 * 1024;
    private static final int MOST_LINES = 256;

    private final InputStream in;

    ProbeLines(InputStream in) {
        this.in = in;
    }

    /**
     * Lines up to a blank one.
     *
     * @throws IOException when the other side ends, says too much or takes longer than {@code limit}
     */
    Map<String, String> block(Duration limit) throws IOException {
        long deadline = System.nanoTime() + limit.toNanos();
        Map<String, String> values = new LinkedHashMap<>();
        while (values.size() <= MOST_LINES) {
            String line = line(deadline);
            if (line.isEmpty()) {
                return values;
            }
            int space = line.indexOf(' ');
            values.put(space < 0 ? line : line.substring(0, space), space < 0 ? "" : line.substring(space + 1));
        }
        throw new IOException("more than " + MOST_LINES + " lines");
    }

    private String line(long deadline) throws IOException {
        byte[] bytes = new byte[256];
        int length = 0;
        while (true) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the connection ended");
            }
            if (System.nanoTime() > deadline) {
                throw new SocketTimeoutException("the answer took too long");
            }
            if (c == '\n') {
                return new String(bytes, 0, length, StandardCharsets.UTF_8);
            }
            if (length == LONGEST_LINE) {
                throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
            }
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, length * 2);
            }
            bytes[length++] = (byte) c;
        }
    }
}
